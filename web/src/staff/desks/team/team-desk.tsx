import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints, listKeys } from '../../parts/key-hints.tsx'
import { memberStatus } from './member-status.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'

const titlesOf = (roles: readonly Role[]) => roles.map((role) => knownRoles[role].title).join(', ')

const columns: readonly Column<StaffMember>[] = [
  { title: 'Nome', cell: ({ name }) => name },
  { title: 'E-mail', cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Papéis', cell: ({ roles }) => titlesOf(roles) },
  {
    title: 'Situação',
    narrow: true,
    cell: (member) => {
      const { title, tone } = memberStatus(member, new Date())
      return <Chip tone={tone}>{title}</Chip>
    },
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
  const send = useSend()
  const list = useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => dataOf(send(listStaffCall, { signal })),
  })
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>({ at: 'none' })
  const searchField = useRef<HTMLInputElement>(null)
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
      actions={
        <Button compact onClick={() => setOpened({ at: 'invite' })}>
          Convidar
        </Button>
      }
    >
      <Filters>
        <FilterField
          label="Buscar por nome, e-mail ou papel"
          value={search}
          onChange={setSearch}
          inputRef={searchField}
        />
      </Filters>
      <KeyHints
        hints={[
          ['N', 'convidar', () => setOpened({ at: 'invite' })],
          ['/', 'buscar', () => searchField.current?.focus()],
          ...listKeys,
        ]}
      />
      <QueryTable
        query={list}
        rows={shown}
        label="Pessoas da equipe"
        columns={columns}
        keyOf={({ staff_id }) => staff_id}
        onOpen={({ staff_id }) => setOpened({ at: 'member', staff_id })}
        empty="Ninguém da equipe corresponde à busca."
      />
      <InviteDialog open={opened.at === 'invite'} onClose={close} />
      <MemberDialog member={member} onClose={close} />
    </DeskPage>
  )
}
