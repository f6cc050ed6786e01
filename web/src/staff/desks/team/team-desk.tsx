import { useState } from 'react'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { DeskButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { Choices, FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { InviteForm, MemberForm } from './member-forms.tsx'
import { memberStatus } from './member-status.ts'
import { PendingChanges, RecentChanges, titlesOf, useStaffChanges } from './staff-changes.tsx'
import { useStaffBrands } from './use-staff-brands.ts'

const columnsOf = (brands: readonly { brand_id: string; name: string }[]): readonly Column<StaffMember>[] => [
  { title: 'Nome', wide: true, header: true, cell: ({ name }) => name },
  { title: 'E-mail', wide: true, cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Papéis', cell: (member) => titlesOf(member, brands) },
  {
    title: 'Situação',
    narrow: true,
    cell: (member) => <StateChip {...memberStatus(member, new Date())} />,
  },
  {
    title: 'Segundo fator',
    narrow: true,
    cell: ({ has_second_factor }) => (has_second_factor ? 'Cadastrado' : 'Falta cadastrar'),
  },
  {
    title: 'Último acesso',
    narrow: true,
    cell: ({ last_signed_in_at: at }) => (at ? formatInstant(at) : 'Nunca'),
  },
]

const lists = ['members', 'pending', 'recent'] as const
type List = (typeof lists)[number]

/** Staff members, changes that wait for a second administrator, and recent changes. */
export function TeamDesk() {
  const [list, setList] = useState<List>('members')
  const [isInviting, setInviting] = useState(false)
  const changes = useStaffChanges()
  const waiting = changes.data?.pending.length ?? 0
  const invite = () => setInviting(true)
  const titles = {
    members: 'Equipe',
    pending: waiting === 0 ? 'A aprovar' : `A aprovar (${waiting})`,
    recent: 'Mudanças recentes',
  } as const satisfies Record<List, string>
  return (
    <DeskPage title="Pessoas da equipe" actions={<DeskButton onClick={invite}>Convidar</DeskButton>}>
      <Choices label="Listas" titles={titles} names={lists} chosen={list} onChoose={setList} />
      {list === 'members' && <MemberList onInvite={invite} />}
      {list === 'pending' && <PendingChanges query={changes} />}
      {list === 'recent' && <RecentChanges query={changes} />}
      <Dialog
        open={isInviting}
        onClose={() => setInviting(false)}
        title="Convidar para a equipe"
        wide
        fieldFirst
      >
        <InviteForm onInvited={() => setInviting(false)} />
      </Dialog>
    </DeskPage>
  )
}

/** Staff members: invitations, roles, access. */
function MemberList({ onInvite }: { onInvite: () => void }) {
  const list = useCallQuery(['team'], (send, signal) => send(listStaffCall, { signal }))
  const { data: brands = [] } = useStaffBrands()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string | null>(null)
  const close = () => setOpened(null)
  const normalizedQuery = search.trim().toLowerCase()
  const shown = list.data?.filter((member) =>
    `${member.name} ${member.email} ${titlesOf(member, brands)}`.toLowerCase().includes(normalizedQuery),
  )
  const member = list.data?.find(({ staff_id }) => staff_id === opened)
  return (
    <>
      <Filters>
        <FilterField label="Buscar por nome, e-mail ou papel" value={search} onChange={setSearch} />
      </Filters>
      <KeyHints isList hints={[['N', 'convidar', onInvite], searchKey]} />
      <QueryTable
        query={list}
        rows={shown}
        label="Pessoas da equipe"
        columns={columnsOf(brands)}
        keyOf={({ staff_id }) => staff_id}
        onOpen={({ staff_id }) => setOpened(staff_id)}
        empty="Ninguém da equipe corresponde à busca."
      />
      <Dialog open={member !== undefined} onClose={close} title={member?.name ?? ''} wide>
        {member && <MemberForm key={member.staff_id} member={member} onProposed={close} />}
      </Dialog>
    </>
  )
}
