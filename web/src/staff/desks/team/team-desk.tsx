import { useState } from 'react'
import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
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
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { InviteForm, MemberForm } from './member-forms.tsx'
import { memberStatus } from './member-status.ts'

const titlesOf = (roles: readonly Role[]) => roles.map((role) => knownRoles[role].title).join(', ')

const columns: readonly Column<StaffMember>[] = [
  { title: 'Nome', cell: ({ name }) => name },
  { title: 'E-mail', cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Papéis', cell: ({ roles }) => titlesOf(roles) },
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

type Opened = { at: 'none' } | { at: 'invite' } | { at: 'member'; staff_id: string }

/** Staff members: invitations, roles, access. */
export function TeamDesk() {
  const list = useCallQuery(['team'], (send, signal) => send(listStaffCall, { signal }))
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>({ at: 'none' })
  const close = () => setOpened({ at: 'none' })
  const wanted = search.trim().toLowerCase()
  const shown = list.data?.filter(({ name, email, roles }) =>
    `${name} ${email} ${titlesOf(roles)}`.toLowerCase().includes(wanted),
  )
  const member =
    opened.at === 'member' ? list.data?.find(({ staff_id }) => staff_id === opened.staff_id) : undefined

  return (
    <DeskPage
      title="Pessoas da equipe"
      actions={<DeskButton onClick={() => setOpened({ at: 'invite' })}>Convidar</DeskButton>}
    >
      <Filters>
        <FilterField label="Buscar por nome, e-mail ou papel" value={search} onChange={setSearch} />
      </Filters>
      <KeyHints ofList hints={[['N', 'convidar', () => setOpened({ at: 'invite' })], searchKey]} />
      <QueryTable
        query={list}
        rows={shown}
        label="Pessoas da equipe"
        columns={columns}
        keyOf={({ staff_id }) => staff_id}
        onOpen={({ staff_id }) => setOpened({ at: 'member', staff_id })}
        empty="Ninguém da equipe corresponde à busca."
      />
      <Dialog open={opened.at === 'invite'} onClose={close} title="Convidar para a equipe" wide fieldFirst>
        <InviteForm onInvited={close} />
      </Dialog>
      <Dialog open={member !== undefined} onClose={close} title={member?.name ?? ''} wide>
        {member && <MemberForm key={member.staff_id} member={member} />}
      </Dialog>
    </DeskPage>
  )
}
