import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import type { StaffMember } from '@clube/contract/staff/member.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { situationOf } from './invitation-words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'

const listKey = ['team']
const titlesOf = (roles: readonly Role[]) => roles.map((role) => knownRoles[role].title).join(', ')

const columns: readonly Column<StaffMember>[] = [
  { title: 'Nome', cell: ({ name }) => name },
  { title: 'E-mail', cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Papéis', cell: ({ roles }) => titlesOf(roles) },
  {
    title: 'Situação',
    narrow: true,
    cell: (member) => {
      const { title, tone } = situationOf(member, new Date())
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
    cell: ({ last_signed_in_at: at }) => (at ? instantInWords(at) : 'Nunca'),
  },
]

type Opened = { at: 'none' } | { at: 'invite' } | { at: 'member'; staff_id: string }

/** Who works here: invitations, roles, access. */
export function TeamDesk() {
  const send = useSend()
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => dataOf(send(listStaffCall, { signal })),
  })
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>({ at: 'none' })
  const searchField = useRef<HTMLInputElement>(null)
  useShortcuts({
    n: () => setOpened({ at: 'invite' }),
    '/': () => searchField.current?.focus(),
    l: focusFirstRow,
  })
  const close = () => setOpened({ at: 'none' })
  const refresh = () => queries.invalidateQueries({ queryKey: listKey })
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
          ['N', 'convidar'],
          ['/', 'buscar'],
          ['L', 'lista'],
          ['↑ ↓', 'mudar de linha'],
          ['Enter', 'abrir'],
        ]}
      />
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {shown && shown.length > 0 && (
        <DataTable
          label="Pessoas da equipe"
          columns={columns}
          rows={shown}
          keyOf={({ staff_id }) => staff_id}
          onOpen={({ staff_id }) => setOpened({ at: 'member', staff_id })}
        />
      )}
      {shown?.length === 0 && (
        <EmptyState drawing="search">Ninguém da equipe corresponde à busca.</EmptyState>
      )}
      <InviteDialog open={opened.at === 'invite'} onClose={close} onInvited={refresh} />
      <MemberDialog member={member} onClose={close} onChanged={refresh} />
    </DeskPage>
  )
}
