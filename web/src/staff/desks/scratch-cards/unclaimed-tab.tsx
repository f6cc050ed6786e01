import type { DataOf } from '@clube/contract/kernel/call.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  listUnclaimedCall,
  unclaimedDays,
  unclaimedFile,
} from '@clube/contract/scratch-card/unclaimed-calls.ts'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatDate } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'

type Unclaimed = DataOf<typeof listUnclaimedCall>[number]

const columns: readonly Column<Unclaimed>[] = [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Fim', narrow: true, cell: ({ ends_at }) => formatDate(new Date(Date.parse(ends_at) - 1)) },
  { title: 'Prêmios não entregues', narrow: true, cell: ({ awards }) => awards },
  { title: 'Valor', narrow: true, cell: ({ value_cents }) => formatCents(value_cents) },
  {
    title: 'Lista',
    cell: ({ campaign_id, is_due, due_at }) =>
      is_due ? (
        <FileLink href={filePath(unclaimedFile, { campaign_id })}>Baixar em CSV</FileLink>
      ) : (
        `Fica pronta em ${formatDate(due_at)}`
      ),
  },
]

/** Não entregues: the unclaimed prizes of ended campaigns, for the final accounting. */
export function UnclaimedTab() {
  const list = useCallQuery(['unclaimed-awards'], (send, signal) => send(listUnclaimedCall, { signal }))
  return (
    <div className="stack">
      <p className="soft">
        A lista de cada promoção fica pronta {unclaimedDays} dias depois do fim, para a prestação de contas.
        Ela traz os documentos mascarados, e quem a baixa fica registrado.
      </p>
      <QueryTable
        query={list}
        label="Prêmios não entregues por promoção, da mais recente à mais antiga"
        columns={columns}
        keyOf={({ campaign_id }) => campaign_id}
        empty="Nenhuma promoção de raspadinhas terminou ainda."
      />
    </div>
  )
}
