import { useEffect, useState } from 'react'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { reservationStates } from '@clube/contract/event-tickets/reservation.ts'
import {
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingEntriesCall,
  sessionTicketsFile,
  type ListedReservation,
  type ListedTicket,
  type ListedWaitingEntry,
} from '@clube/contract/event-tickets/staff-calls.ts'
import {
  reservationStateTitles,
  ticketStateTitles,
  waitingStateTitles,
} from '@clube/contract/event-tickets/state-titles.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { CustomerLink } from '../../parts/customer-link.tsx'
import { Choices, FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { reservationTones, ticketTones, waitingTones } from './event-labels.ts'
import css from './events.module.css'
import { ListAge, type SessionSnapshot } from './list-age.tsx'
import { sessionKey } from './use-event-sessions.ts'

export type ListName = 'tickets' | 'reservations' | 'waiting'

const titles = {
  tickets: 'Ingressos',
  reservations: 'Reservas',
  waiting: 'Lista de espera',
} as const satisfies Record<ListName, string>

const names: readonly ListName[] = ['tickets', 'reservations', 'waiting']

export const nextList = (list: ListName): ListName => names[(names.indexOf(list) + 1) % names.length] ?? list

type SessionListsProps = { snapshot: SessionSnapshot; list: ListName; onList: (list: ListName) => void }

/**
 * Tickets, reservations and waiting list. Opening a list writes an audit line, so none is polled; they are reloaded
 * together with the session's numbers.
 */
export function SessionLists({ snapshot, list, onList }: SessionListsProps) {
  useReloadAfterCancellation(snapshot)
  return (
    <section className={`stack ${css.block}`} aria-label={titles[list]}>
      <Choices label="Listas" titles={titles} names={names} chosen={list} onChoose={onList} />
      {list === 'tickets' && <TicketsList snapshot={snapshot} />}
      {list === 'reservations' && <ReservationsList snapshot={snapshot} />}
      {list === 'waiting' && <WaitingList snapshot={snapshot} />}
    </section>
  )
}

/**
 * Reloads the lists once the numbers of a cancelled session reach zero: a job ends its tickets, reservations and
 * entries after the cancellation itself, so the lists may have been loaded in between.
 */
function useReloadAfterCancellation({ session: { session_id, cancelled_at, numbers } }: SessionSnapshot) {
  const queries = useQueryCache()
  const isSettled = cancelled_at !== null && numbers.held + numbers.sold + numbers.waiting_people === 0
  const [wasSettled] = useState(isSettled)
  useEffect(() => {
    if (isSettled && !wasSettled) void queries.invalidateQueries({ queryKey: sessionKey(session_id) })
  }, [isSettled])
}

const customerLink = ({ customer_id, document }: { customer_id: string; document: string }) => (
  <CustomerLink customer_id={customer_id} document={document} />
)

const ticketColumns: readonly Column<ListedTicket>[] = [
  { title: 'Participante', cell: ({ participant_name }) => participant_name },
  { title: 'Reservado por', narrow: true, cell: customerLink },
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
function TicketsList({ snapshot }: { snapshot: SessionSnapshot }) {
  const { session_id } = snapshot.session
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const list = usePages<ListedTicket>({
    queryKey: [...sessionKey(session_id), 'tickets', text],
    read: (send, { cursor, signal }) =>
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
          <Button type="submit" compact variant="outline">
            Buscar
          </Button>
          <FileLink href={filePath(sessionTicketsFile, { session_id })}>Baixar CSV</FileLink>
        </Filters>
      </form>
      <ListAge snapshot={snapshot} listAt={list.dataUpdatedAt} />
      <QueryTable
        query={list}
        label="Ingressos"
        columns={ticketColumns}
        keyOf={({ ticket_id }) => ticket_id}
        empty={text === '' ? 'Ainda não há ingressos confirmados.' : 'Nenhum ingresso corresponde à busca.'}
      />
    </>
  )
}

const reservationColumns: readonly Column<ListedReservation>[] = [
  { title: 'Feita em', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  { title: 'Quem', cell: customerLink },
  { title: 'Ingressos', narrow: true, cell: ({ quantity }) => quantity },
  { title: 'Canal', narrow: true, cell: ({ service_channel }) => serviceChannelTitle(service_channel) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, expires_at }) => (
      <Chip tone={reservationTones[state]}>
        {reservationStateTitles[state]}
        {state === 'held' && ` até ${formatInstant(expires_at)}`}
      </Chip>
    ),
  },
  {
    title: 'Confirmada em',
    narrow: true,
    cell: ({ confirmed_at }) => (confirmed_at ? formatInstant(confirmed_at) : '–'),
  },
]

/** Every reservation, newest first. */
function ReservationsList({ snapshot }: { snapshot: SessionSnapshot }) {
  const { session_id } = snapshot.session
  const [filter, setFilter] = useState('')
  const state = reservationStates.find((each) => each === filter)
  const list = usePages<ListedReservation>({
    queryKey: [...sessionKey(session_id), 'reservations', filter],
    read: (send, { cursor, signal }) =>
      send(listSessionReservationsCall, { params: { session_id }, query: { state, cursor }, signal }),
  })
  return (
    <>
      <Filters>
        <FilterSelect
          label="Situação"
          value={filter}
          onChange={setFilter}
          all="Todas"
          options={reservationStates.map((value) => ({ value, label: reservationStateTitles[value] }))}
        />
      </Filters>
      <ListAge snapshot={snapshot} listAt={list.dataUpdatedAt} />
      <QueryTable
        query={list}
        label="Reservas, da mais nova à mais antiga"
        columns={reservationColumns}
        keyOf={({ reservation_id }) => reservation_id}
        empty={filter === '' ? 'Ninguém reservou ainda.' : 'Nenhuma reserva nesta situação.'}
      />
    </>
  )
}

const waitingColumns: readonly Column<ListedWaitingEntry>[] = [
  { title: 'Pessoa', cell: ({ customer_name }) => customer_name },
  { title: 'Documento', narrow: true, cell: customerLink },
  { title: 'Ingressos', narrow: true, cell: ({ quantity }) => quantity },
  { title: 'Na lista desde', narrow: true, cell: ({ joined_at }) => formatInstant(joined_at) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, offer_expires_at }) => (
      <Chip tone={waitingTones[state]}>
        {waitingStateTitles[state]}
        {offer_expires_at && ` até ${formatInstant(offer_expires_at)}`}
      </Chip>
    ),
  },
]

/** The waiting list, offers first. */
function WaitingList({ snapshot }: { snapshot: SessionSnapshot }) {
  const { session_id } = snapshot.session
  const [text, setText] = useState('')
  const list = useCallQuery([...sessionKey(session_id), 'waiting'], (send, signal) =>
    send(listSessionWaitingEntriesCall, { params: { session_id }, signal }),
  )
  const normalizedQuery = text.trim().toLowerCase()
  return (
    <>
      <Filters>
        <FilterField label="Buscar por nome ou documento" value={text} onChange={setText} />
      </Filters>
      <ListAge snapshot={snapshot} listAt={list.dataUpdatedAt} />
      <QueryTable
        query={list}
        label="Lista de espera, as ofertas primeiro"
        columns={waitingColumns}
        rows={list.data?.filter(({ customer_name, document }) =>
          `${customer_name} ${document}`.toLowerCase().includes(normalizedQuery),
        )}
        keyOf={({ entry_id }) => entry_id}
        empty={
          normalizedQuery === ''
            ? 'Ninguém está na lista de espera.'
            : 'Ninguém da lista corresponde à busca.'
        }
      />
    </>
  )
}
