import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { reservationStates } from '@clube/contract/event-tickets/reservation.ts'
import {
  listSessionReservationsCall,
  type ListedReservation,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { reservationStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { reservationTones } from './event-words.ts'
import { listsKey } from './list-keys.ts'
import { ListedRows } from './listed-rows.tsx'

const columns: readonly Column<ListedReservation>[] = [
  { title: 'Feita em', narrow: true, cell: ({ created_at }) => instantInWords(created_at) },
  { title: 'Quem', cell: ({ document }) => document },
  { title: 'Ingressos', narrow: true, cell: ({ quantity }) => quantity },
  { title: 'Canal', narrow: true, cell: ({ service_channel }) => serviceChannelTitle(service_channel) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, expires_at }) => {
      const tone = reservationTones[state]
      return (
        <Chip {...(tone && { tone })}>
          {reservationStateTitles[state]}
          {state === 'held' && ` até ${instantInWords(expires_at)}`}
        </Chip>
      )
    },
  },
  {
    title: 'Confirmada em',
    narrow: true,
    cell: ({ confirmed_at }) => (confirmed_at ? instantInWords(confirmed_at) : '–'),
  },
]

const states = [
  { value: '', label: 'Todas' },
  ...reservationStates.map((state) => ({ value: state, label: reservationStateTitles[state] })),
]

/** Every reservation, the newest first. */
export function ReservationsList({ session_id }: { session_id: string }) {
  const send = useSend()
  const [wanted, setWanted] = useState('')
  const state = reservationStates.find((each) => each === wanted)
  const list = useInfiniteQuery({
    queryKey: [...listsKey(session_id), 'reservations', wanted],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        send(listSessionReservationsCall, {
          params: { session_id },
          query: { ...(state && { state }), ...(pageParam === '' ? {} : { cursor: pageParam }) },
          signal,
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters>
        <FilterSelect label="Situação" value={wanted} onChange={setWanted} options={states} />
      </Filters>
      <ListedRows
        list={list}
        label="Reservas, da mais nova à mais antiga"
        columns={columns}
        rows={list.data?.pages.flatMap(({ data }) => data)}
        keyOf={({ reservation_id }) => reservation_id}
        empty={wanted === '' ? 'Ninguém reservou ainda.' : 'Nenhuma reserva nesta situação.'}
      />
    </>
  )
}
