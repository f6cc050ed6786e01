import { useState } from 'react'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { reservationStates } from '@clube/contract/event-tickets/reservation.ts'
import {
  listSessionReservationsCall,
  type ListedReservation,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { reservationStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { reservationTones } from './event-labels.ts'

const columns: readonly Column<ListedReservation>[] = [
  { title: 'Feita em', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Quem', cell: ({ document }) => document },
  { title: 'Ingressos', narrow: true, cell: ({ quantity }) => quantity },
  { title: 'Canal', narrow: true, cell: ({ service_channel }) => serviceChannelTitle(service_channel) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, expires_at }) => {
      const tone = reservationTones[state]
      return (
        <Chip tone={tone}>
          {reservationStateTitles[state]}
          {state === 'held' && ` até ${formatInstant(expires_at)}`}
        </Chip>
      )
    },
  },
  {
    title: 'Confirmada em',
    narrow: true,
    cell: ({ confirmed_at }) => (confirmed_at ? formatInstant(confirmed_at) : '–'),
  },
]

const states = [
  { value: '', label: 'Todas' },
  ...reservationStates.map((state) => ({ value: state, label: reservationStateTitles[state] })),
]

/** Every reservation, newest first. */
export function ReservationsList({ session_id }: { session_id: string }) {
  const send = useSend()
  const [wanted, setWanted] = useState('')
  const state = reservationStates.find((each) => each === wanted)
  const list = usePages<ListedReservation>({
    queryKey: ['event-lists', session_id, 'reservations', wanted],
    read: ({ cursor, signal }) =>
      send(listSessionReservationsCall, { params: { session_id }, query: { state, cursor }, signal }),
  })
  return (
    <>
      <Filters>
        <FilterSelect label="Situação" value={wanted} onChange={setWanted} options={states} />
      </Filters>
      <QueryTable
        query={list}
        label="Reservas, da mais nova à mais antiga"
        columns={columns}
        keyOf={({ reservation_id }) => reservation_id}
        empty={wanted === '' ? 'Ninguém reservou ainda.' : 'Nenhuma reserva nesta situação.'}
      />
    </>
  )
}
