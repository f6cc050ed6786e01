import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
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
      saying="Carregando suas notas"
      above={<Register />}
      keyOf={({ purchase_id }) => purchase_id}
      empty={
        <EmptyState drawing="receipt" action={<Register compact />}>
          Você ainda não cadastrou nenhuma nota. Cada compra nas lojas do shopping vale pontos.
        </EmptyState>
      }
    >
      {(receipt) => <ReceiptCard receipt={receipt} />}
    </PagedList>
    <RestOfList />
  </Page>
)

const Register = ({ compact = false }: { compact?: boolean }) => (
  <LinkButton href={paths.newReceipt} compact={compact}>
    Cadastrar nota fiscal
  </LinkButton>
)
