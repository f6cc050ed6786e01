import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSessionWaitingCall, type ListedWaiting } from '@clube/contract/event-tickets/staff-calls.ts'
import { waitingStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { waitingTones } from './event-labels.ts'

const columns: readonly Column<ListedWaiting>[] = [
  { title: 'Pessoa', cell: ({ customer_name }) => customer_name },
  { title: 'Documento', narrow: true, cell: ({ document }) => document },
  { title: 'Ingressos', narrow: true, cell: ({ quantity }) => quantity },
  { title: 'Na lista desde', narrow: true, cell: ({ joined_at }) => formatInstant(joined_at) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, offer_expires_at }) => {
      const tone = waitingTones[state]
      return (
        <Chip tone={tone}>
          {waitingStateTitles[state]}
          {offer_expires_at && ` até ${formatInstant(offer_expires_at)}`}
        </Chip>
      )
    },
  },
]

/** The waiting list, offers first. */
export function WaitingList({ session_id }: { session_id: string }) {
  const send = useSend()
  const [text, setText] = useState('')
  const list = useQuery({
    queryKey: ['event-lists', session_id, 'waiting'],
    queryFn: ({ signal }) => dataOf(send(listSessionWaitingCall, { params: { session_id }, signal })),
  })
  const wanted = text.trim().toLowerCase()
  return (
    <>
      <Filters>
        <FilterField label="Buscar por nome ou documento" value={text} onChange={setText} />
      </Filters>
      <QueryTable
        query={list}
        label="Lista de espera, as ofertas primeiro"
        columns={columns}
        rows={list.data?.filter(({ customer_name, document }) =>
          `${customer_name} ${document}`.toLowerCase().includes(wanted),
        )}
        keyOf={({ entry_id }) => entry_id}
        empty={wanted === '' ? 'Ninguém está na lista de espera.' : 'Ninguém da lista corresponde à busca.'}
      />
    </>
  )
}
