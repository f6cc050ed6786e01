import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { sessionStatusTitles, type EventSession } from '@clube/contract/event-tickets/session.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { SessionActions } from './session-actions.tsx'
import css from './tickets.module.css'
import { sessionTones, formatTicketCount } from './ticket-labels.ts'

type SessionListProps = { sessions: readonly EventSession[]; onHeld: (hold: SavedReservation) => void }

/** Every session with its current availability and actions. */
export function SessionList({ sessions, onHeld }: SessionListProps) {
  if (sessions.length === 0)
    return <EmptyState drawing="ticket">As sessões ainda não foram abertas. Volte em breve.</EmptyState>
  return (
    <ul className="stack">
      {sessions.map((session) => (
        <li key={session.session_id}>
          <SessionCard session={session} onHeld={onHeld} />
        </li>
      ))}
    </ul>
  )
}

function SessionCard({ session, onHeld }: Omit<SessionListProps, 'sessions'> & { session: EventSession }) {
  const { status, remaining, mine } = session
  const opensLater = status === 'closed' && Date.parse(session.sales_from) > serverNow()
  return (
    <div className={`stack raised ${css.session}`}>
      <h2 className="title">{session.title}</h2>
      <p className={css.when}>{formatShortDateTime(session.starts_at)}</p>
      <p className="soft">{session.place}</p>
      <div className={`row ${css.status}`} role="status">
        <Chip tone={sessionTones[status]}>
          {opensLater ? `Abre ${formatShortDateTime(session.sales_from)}` : sessionStatusTitles[status]}
        </Chip>
        {remaining !== null && remaining > 0 && (
          <span className="soft">{remaining === 1 ? 'Resta 1' : `Restam ${remaining}`}</span>
        )}
      </div>
      {session.minimum_age !== null && <p className="soft">Para maiores de {session.minimum_age} anos</p>}
      {mine && mine.quantity > 0 && (
        <p className="soft">Você já tem {formatTicketCount(mine.quantity)} nesta sessão.</p>
      )}
      <SessionActions session={session} onHeld={onHeld} />
    </div>
  )
}
