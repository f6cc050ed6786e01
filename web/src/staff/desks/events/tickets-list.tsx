import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import {
  listSessionTicketsCall,
  sessionTicketsFile,
  type ListedTicket,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { ticketStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ticketTones } from './event-labels.ts'
import css from './events.module.css'

const columns: readonly Column<ListedTicket>[] = [
  { title: 'Participante', cell: ({ participant_name }) => participant_name },
  { title: 'Reservado por', narrow: true, cell: ({ document }) => document },
  { title: 'Código', narrow: true, cell: ({ short_code }) => short_code },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => <Chip tone={ticketTones[state]}>{ticketStateTitles[state]}</Chip>,
  },
  {
    title: 'Entrada',
    narrow: true,
    cell: ({ used_at, used_gate }) => (used_at ? `${formatInstant(used_at)}, ${used_gate ?? ''}` : '–'),
  },
]

/** A session's tickets. Each search reads personal data and is audited, so it waits for Enter. */
export function TicketsList({ session_id }: { session_id: string }) {
  const send = useSend()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const list = usePages<ListedTicket>({
    queryKey: ['event-lists', session_id, 'tickets', text],
    read: ({ cursor, signal }) =>
      send(listSessionTicketsCall, { params: { session_id }, query: { text, cursor }, signal }),
  })
  return (
    <>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setText(typed.trim())
        }}
      >
        <Filters>
          <FilterField label="Buscar por nome ou código" value={typed} onChange={setTyped} />
          <Button type="submit" compact look="outline">
            Buscar
          </Button>
          <a className={css.file} href={filePath(sessionTicketsFile, { session_id })} download>
            Baixar CSV
          </a>
        </Filters>
      </form>
      <QueryTable
        query={list}
        label="Ingressos"
        columns={columns}
        keyOf={({ ticket_id }) => ticket_id}
        empty={text === '' ? 'Ainda não há ingressos confirmados.' : 'Nenhum ingresso corresponde à busca.'}
      />
    </>
  )
}
