import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { ReceiptCard } from './receipt-card.tsx'
import css from './receipts.module.css'

/** Minhas notas: what was registered, how it stands, and why. */
export function ReceiptsPage() {
  useTitle('Minhas notas')
  return (
    <Screen>
      <Stack>
        <PageHeader title="Minhas notas" />
        <ClubData>
          <Receipts />
        </ClubData>
      </Stack>
    </Screen>
  )
}

function Receipts() {
  const list = useReceipts()
  return (
    <Loaded query={list} saying="Carregando suas notas">
      {(found) =>
        found.length === 0 ? (
          <EmptyState drawing="receipt" action={<Register compact />}>
            Você ainda não cadastrou nenhuma nota. Cada compra nas lojas do shopping vale pontos.
          </EmptyState>
        ) : (
          <>
            <Register />
            <ul className={css.list}>
              {found.map((receipt) => (
                <li key={receipt.purchase_id}>
                  <ReceiptCard receipt={receipt} />
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                look="outline"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Ver mais
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const Register = ({ compact = false }: { compact?: boolean }) => (
  <Link href={paths.newReceipt} asChild>
    <Button href={paths.newReceipt} compact={compact}>
      Cadastrar nota fiscal
    </Button>
  </Link>
)
