import { holdSeconds } from '@clube/contract/campaigns/hold.ts'
import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { eventSessionStatusTitles, type EventSession } from '@clube/contract/event-tickets/session.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { useAction } from '../../../parts/use-action.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { QuantityField } from './quantity-field.tsx'
import { reserve } from './reserve-actions.ts'
import { sessionTones } from './ticket-labels.ts'
import css from './tickets.module.css'
import { ticketsKey } from './use-tickets.ts'
import { WaitingEntryView } from './waiting-entry.tsx'

type OnHeld = { onHeld: (hold: SavedReservation) => void }

/** Every session with its current availability and actions. */
export function SessionList({ sessions, onHeld }: OnHeld & { sessions: readonly EventSession[] }) {
  if (sessions.length === 0)
    return <EmptyState illustration="ticket">As sessões ainda não foram abertas.</EmptyState>
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

type SessionProps = OnHeld & { session: EventSession }

function SessionCard({ session, onHeld }: SessionProps) {
  const { status, remaining, mine, limit_per_document } = session
  // The other title tells the person to join the waiting list.
  const statusTitle = status === 'sold_out' && mine?.waiting ? 'Esgotado' : eventSessionStatusTitles[status]
  const opensLater = status === 'closed' && Date.parse(session.sales_from) > serverNow()
  return (
    <div className={`stack raised ${css.session}`}>
      <h2 className="title">{session.title}</h2>
      <p className={css.when}>{formatShortDateTime(session.starts_at)}</p>
      <p className="soft">{session.place}</p>
      {mine?.waiting?.state !== 'offered' && !mine?.waiting?.is_paused && (
        <div className={`row ${css.status}`} role="status">
          <Chip tone={sessionTones[status]}>
            {opensLater ? `Abre ${formatShortDateTime(session.sales_from)}` : statusTitle}
          </Chip>
          {remaining !== null && remaining > 0 && (
            <span className="soft">{remaining === 1 ? 'Resta 1' : `Restam ${remaining}`}</span>
          )}
        </div>
      )}
      {session.minimum_age !== null && <p className="soft">Para maiores de {session.minimum_age} anos</p>}
      {status !== 'closed' && status !== 'cancelled' && (
        <p className="soft">Até {formatTicketCount(limit_per_document)} por pessoa</p>
      )}
      {mine && mine.quantity > 0 && (
        <p className="soft">Você já tem {formatTicketCount(mine.quantity)} nesta sessão.</p>
      )}
      <SessionActions session={session} onHeld={onHeld} />
    </div>
  )
}

/** Reserves, joins the waiting list, or accepts the list's offer. */
function SessionActions({ session, onHeld }: SessionProps) {
  const { pending, run } = useAction()
  const [chosen, setChosen] = useState(1)
  const { status, mine, campaign_id, session_id, remaining } = session
  const max = Math.min(session.limit_per_document - (mine?.quantity ?? 0), remaining ?? Infinity)
  // Places may have been taken since the person chose.
  const quantity = Math.max(1, Math.min(chosen, max))

  const hold = () =>
    run((send) => reserve(send, { campaign_id, session_id, quantity }), {
      onSuccess: onHeld,
      // Also after a refusal: other people may have taken the places.
      refresh: [ticketsKey],
    })
  const joinWaitingList = () => {
    const body = { session_id, quantity, service_channel: readServiceChannel() }
    return run((send) => send(joinWaitingListCall, { body }), {
      success: () => ({ message: 'Você entrou na lista de espera.' }),
      refresh: [ticketsKey],
    })
  }

  if (status === 'cancelled') return null
  if (mine?.waiting) return <WaitingEntryView entry={mine.waiting} sessionsHref={null} onHeld={onHeld} />
  if (status === 'closed' || max < 1) return null
  if (status === 'held_by_others')
    return (
      <p className="soft">
        Cada reserva vale por {holdSeconds / 60} minutos. Se alguém não confirmar, o lugar volta para cá.
      </p>
    )
  return (
    <>
      <QuantityField sessionTitle={session.title} value={quantity} max={max} onChange={setChosen} />
      {status === 'sold_out' ? (
        <>
          {quantity > 1 && (
            <p className="soft">
              Quem espera por mais ingressos costuma esperar mais: quem pede menos pode ter a vez antes.
            </p>
          )}
          <Button variant="outline" pending={pending} onClick={joinWaitingList}>
            Entrar na lista de espera
          </Button>
        </>
      ) : (
        <Button pending={pending} onClick={hold}>
          Reservar
        </Button>
      )}
    </>
  )
}
