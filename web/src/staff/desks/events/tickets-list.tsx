import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listSessionTicketsCall,
  sessionTicketsCsvPath,
  type ListedTicket,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { ticketStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { ticketTones } from './event-words.ts'
import css from './events.module.css'
import { listsKey } from './list-keys.ts'
import { ListedRows } from './listed-rows.tsx'

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
    cell: ({ used_at, used_gate }) => (used_at ? `${instantInWords(used_at)}, ${used_gate ?? ''}` : '–'),
  },
]

/** Who comes. Each search is a look at people's data, so it waits for Enter. */
export function TicketsList({ session_id }: { session_id: string }) {
  const send = useSend()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const list = useInfiniteQuery({
    queryKey: [...listsKey(session_id), 'tickets', text],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        send(listSessionTicketsCall, {
          params: { session_id },
          query: { text, ...(pageParam === '' ? {} : { cursor: pageParam }) },
          signal,
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
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
          <a className={css.file} href={sessionTicketsCsvPath(session_id)} download>
            Baixar CSV
          </a>
        </Filters>
      </form>
      <ListedRows
        list={list}
        label="Ingressos"
        columns={columns}
        rows={list.data?.pages.flatMap(({ data }) => data)}
        keyOf={({ ticket_id }) => ticket_id}
        empty={text === '' ? 'Ainda não há ingressos confirmados.' : 'Nenhum ingresso corresponde à busca.'}
      />
    </>
  )
}
