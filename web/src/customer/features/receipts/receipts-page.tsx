import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { RestOfList } from '../../../parts/password-needed/password-needed.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** Minhas notas: the registered receipts with their statuses and reasons. */
export function ReceiptsPage() {
  useTitle('Minhas notas')
  return (
    <Screen>
      <Stack>
        <PageHeader title="Minhas notas" />
        <ClubData>
          <Receipts />
          <RestOfList />
        </ClubData>
      </Stack>
    </Screen>
  )
}

function Receipts() {
  return (
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
  )
}

const Register = ({ compact = false }: { compact?: boolean }) => (
  <Link href={paths.newReceipt} asChild>
    <Button href={paths.newReceipt} compact={compact}>
      Cadastrar nota fiscal
    </Button>
  </Link>
)
