import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { RestOfList } from '../../../parts/password-needed/password-needed.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** Minhas notas: the registered receipts with their statuses and reasons. */
export const ReceiptsPage = () => (
  <Page title="Minhas notas">
    <PagedList
      list={useReceipts()}
      loadingText="Carregando suas notas"
      above={<LinkButton href={paths.newReceipt}>Cadastrar nota fiscal</LinkButton>}
      keyOf={({ purchase_id }) => purchase_id}
      empty={
        <EmptyList drawing="receipt" href={paths.newReceipt} action="Cadastrar nota fiscal">
          Você ainda não cadastrou nenhuma nota. Cada compra nas lojas do shopping vale pontos.
        </EmptyList>
      }
    >
      {(receipt) => <ReceiptCard receipt={receipt} />}
    </PagedList>
    <RestOfList />
  </Page>
)
