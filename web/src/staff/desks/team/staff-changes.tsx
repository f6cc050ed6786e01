import { useState } from 'react'
import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
import {
  approveStaffChangeCall,
  listStaffChangesCall,
  rejectStaffChangeCall,
  staffChangeTitles,
  type RecentStaffChange,
  type StaffChangeView,
} from '@clube/contract/staff/change-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import type { QueryState } from '../../../parts/club-data/loaded.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { ConfirmButton } from '../../parts/buttons.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { useStaffBrands } from './use-staff-brands.ts'

/** The titles of roles, as shown on screen, with the brand of an analyst. */
export const titlesOf = (
  { roles, brand_id }: { roles: readonly Role[]; brand_id: string | null },
  brands: Brands,
): string => {
  const titles = roles.map((role) => knownRoles[role].title).join(', ')
  const brand = brands.find((each) => each.brand_id === brand_id)
  return brand ? `${titles} (${brand.name})` : titles
}

type Brands = readonly { brand_id: string; name: string }[]

type Changes = DataOf<typeof listStaffChangesCall>

/** Pending and recent changes; reloaded with the other queries of the team. */
export const useStaffChanges = (): QueryState<Changes> =>
  useCallQuery(['team', 'changes'], (send, signal) => send(listStaffChangesCall, { signal }))

/** The query of one of the lists. */
const listOf = <Row,>(
  { data, error, refetch }: QueryState<Changes>,
  rows: (changes: Changes) => readonly Row[],
): QueryState<readonly Row[]> => ({ data: data && rows(data), error, refetch })

const pendingColumns = (brands: Brands): readonly Column<StaffChangeView>[] => [
  { title: 'Nome', wide: true, header: true, cell: ({ name }) => name },
  { title: 'Mudança', cell: ({ kind }) => staffChangeTitles[kind] },
  { title: 'Papéis', cell: (change) => titlesOf(change, brands) },
  { title: 'Quem pediu', cell: ({ proposed_by }) => proposed_by.name },
  { title: 'Vale até', narrow: true, cell: ({ expires_at }) => formatInstant(expires_at) },
]

/** Changes that wait for a second administrator. */
export function PendingChanges({ query }: { query: QueryState<Changes> }) {
  const [opened, setOpened] = useState<string | null>(null)
  const { data: brands = [] } = useStaffBrands()
  const close = () => setOpened(null)
  const change = query.data?.pending.find(({ change_id }) => change_id === opened)
  return (
    <>
      <QueryTable
        query={listOf(query, ({ pending }) => pending)}
        label="Mudanças a aprovar"
        columns={pendingColumns(brands)}
        keyOf={({ change_id }) => change_id}
        onOpen={({ change_id }) => setOpened(change_id)}
        empty="Nenhuma mudança espera aprovação."
      />
      <Dialog
        open={change !== undefined}
        onClose={close}
        title={change ? staffChangeTitles[change.kind] : ''}
        wide
      >
        {change && <ChangeDecision change={change} onDecided={close} />}
      </Dialog>
    </>
  )
}

/** One pending change: approved or rejected by another administrator, or withdrawn by its proposer. */
function ChangeDecision({ change, onDecided }: { change: StaffChangeView; onDecided: () => void }) {
  const { data: brands = [] } = useStaffBrands()
  const { pending, run } = useAction()
  const { staff_id } = useStaffIdentity()
  const { change_id } = change
  const isOwnChange = change.proposed_by.staff_id === staff_id
  const isAboutSelf = change.staff_id === staff_id
  const decide = (call: typeof approveStaffChangeCall | typeof rejectStaffChangeCall) =>
    run((send) => send(call, { body: { change_id } }), {
      success: ({ message }) => message ?? 'Pronto.',
      onSuccess: onDecided,
      refresh: [['team']],
    })
  return (
    <div className="stack">
      <FactList
        inRows
        facts={[
          ['Nome', change.name],
          ['E-mail', <EmailText key="email" email={change.email} />],
          ['Papéis depois', titlesOf(change, brands)],
          ['Quem pediu', `${change.proposed_by.name}, em ${formatInstant(change.proposed_at)}`],
          ['Vale até', formatInstant(change.expires_at)],
        ]}
      />
      {isOwnChange || isAboutSelf ? (
        <Notice>
          {isOwnChange
            ? 'Você pediu esta mudança. Outra pessoa que administra a equipe precisa aprová-la.'
            : 'Esta mudança é da sua conta. Outra pessoa que administra a equipe precisa aprová-la.'}
        </Notice>
      ) : (
        <p>Aprove só se conhece a pessoa e sabe por que ela precisa destes papéis.</p>
      )}
      <div className="row">
        {!isOwnChange && !isAboutSelf && (
          <ConfirmButton
            variant="primary"
            question="Confirmar: aprovar"
            consequence={<p>Os papéis passam a valer na hora.</p>}
            pending={pending}
            onConfirm={() => decide(approveStaffChangeCall)}
          >
            Aprovar
          </ConfirmButton>
        )}
        <ConfirmButton
          consequence={
            <p>{isOwnChange ? 'O pedido deixa de esperar aprovação.' : 'Os papéis ficam como estão.'}</p>
          }
          question={isOwnChange ? 'Confirmar: retirar' : 'Confirmar: recusar'}
          pending={pending}
          onConfirm={() => decide(rejectStaffChangeCall)}
        >
          {isOwnChange ? 'Retirar pedido' : 'Recusar'}
        </ConfirmButton>
      </div>
    </div>
  )
}

const recentColumns: readonly Column<RecentStaffChange>[] = [
  { title: 'Quando', narrow: true, cell: ({ at }) => formatInstant(at) },
  { title: 'De quem', cell: ({ name }) => name ?? '–' },
  { title: 'O que mudou', cell: ({ sentence }) => sentence },
  { title: 'Quem fez', cell: ({ by }) => by ?? 'Linha de comando' },
]

/** The team's changes of the last month. */
export const RecentChanges = ({ query }: { query: QueryState<Changes> }) => (
  <QueryTable
    query={listOf(query, ({ recent }) => recent)}
    label="Mudanças recentes"
    columns={recentColumns}
    keyOf={({ position }) => String(position)}
    empty="Nada mudou na equipe nos últimos 30 dias."
  />
)
