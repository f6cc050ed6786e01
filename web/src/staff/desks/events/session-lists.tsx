import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../kit/button/button.tsx'
import { ReservationsList } from './reservations-list.tsx'
import { TicketsList } from './tickets-list.tsx'
import { WaitingList } from './waiting-list.tsx'
import { Choices } from '../../parts/choices.tsx'
import css from './events.module.css'

export type ListName = 'tickets' | 'reservations' | 'waiting'

const titles = {
  tickets: 'Ingressos',
  reservations: 'Reservas',
  waiting: 'Lista de espera',
} as const satisfies Record<ListName, string>

const names: readonly ListName[] = ['tickets', 'reservations', 'waiting']

export const nextList = (list: ListName): ListName => names[(names.indexOf(list) + 1) % names.length] ?? list

type SessionListsProps = { session_id: string; list: ListName; onList: (list: ListName) => void }

/**
 * Tickets, reservations and waiting list. Opening a list writes an audit line, so none is loaded again automatically.
 */
export function SessionLists({ session_id, list, onList }: SessionListsProps) {
  const queries = useQueryClient()
  return (
    <section className={css.block} aria-label={titles[list]}>
      <div className="row spread">
        <Choices label="Listas" titles={titles} names={names} chosen={list} onChoose={onList} />
        <Button
          compact
          look="quiet"
          onClick={() => void queries.invalidateQueries({ queryKey: ['event-lists', session_id] })}
        >
          Atualizar lista
        </Button>
      </div>
      {list === 'tickets' && <TicketsList session_id={session_id} />}
      {list === 'reservations' && <ReservationsList session_id={session_id} />}
      {list === 'waiting' && <WaitingList session_id={session_id} />}
    </section>
  )
}
