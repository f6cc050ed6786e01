import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { Link, useLocation } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Card } from '../../../kit/surface/card.tsx'
import { formatTime, formatShortDateTime } from '../../../parts/club-time.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useMyTickets, useMyWaiting, useRenewTickets } from './use-my-tickets.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { savedReservation } from './reserve-actions.ts'
import { CalendarLink } from './calendar-link.tsx'
import { CancelReservation } from './cancel-reservation.tsx'
import { TicketStrip } from './ticket-strip.tsx'
import css from './tickets.module.css'
import { reservationStateLabels, formatTicketCount } from './ticket-labels.ts'
import { ticketPaths } from './ticket-paths.ts'
import { WaitingEntryView } from './waiting-entry.tsx'

/** All reservations and waiting-list entries of the person. */
export function MyTickets() {
  const tickets = useMyTickets()
  return (
    <>
      <Waiting />
      <Loaded query={tickets} saying="Carregando seus ingressos">
        {({ items: reservations, offline }) =>
          reservations.length === 0 ? (
            <NoneYet />
          ) : (
            <ReservationList reservations={reservations} offline={offline} />
          )
        }
      </Loaded>
    </>
  )
}

/** Reservations, upcoming first; `offline` means that they are this device's copy. */
export function ReservationList({
  reservations,
  offline,
}: {
  reservations: Reservation[]
  offline: boolean
}) {
  return (
    <>
      {offline && (
        <Notice>Sem conexão. Estes são os ingressos guardados neste aparelho; eles valem na entrada.</Notice>
      )}
      <ul className={css.list}>
        {reservations.map((reservation) => (
          <li key={reservation.reservation_id}>
            <ReservationView reservation={reservation} offline={offline} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ReservationView({ reservation, offline }: { reservation: Reservation; offline: boolean }) {
  if (reservation.state === 'held') return <Held reservation={reservation} />
  return (
    <section className={css.reservation} aria-labelledby={`reserva-${reservation.reservation_id}`}>
      <h2 id={`reserva-${reservation.reservation_id}`} className={css.title}>
        {reservation.session_title}, {formatShortDateTime(reservation.starts_at)}
      </h2>
      {reservation.tickets.length > 0 ? (
        <TicketStrip reservation={reservation} level="h3" />
      ) : (
        <p className={css.soft}>{reservationStateLabels[reservation.state]}</p>
      )}
      {reservation.state === 'confirmed' && !offline && <TicketActions reservation={reservation} />}
    </section>
  )
}

function TicketActions({ reservation }: { reservation: Reservation }) {
  const renew = useRenewTickets()
  const isAhead = Date.parse(reservation.starts_at) > serverNow()
  return (
    <div className={css.actions}>
      {isAhead && <CalendarLink reservation_id={reservation.reservation_id} />}
      {reservation.can_cancel && (
        <CancelReservation reservation={reservation} confirmed onCancelled={() => void renew()} />
      )}
    </div>
  )
}

function Held({ reservation }: { reservation: Reservation }) {
  const go = ticketPaths.reserve(reservation.campaign_slug)
  return (
    <Card>
      <div className={css.session}>
        <h2 className={css.title}>{reservation.session_title}</h2>
        <p className={css.when}>{formatShortDateTime(reservation.starts_at)}</p>
        <p>
          Sua reserva de {formatTicketCount(reservation.quantity)} vale até{' '}
          {formatTime(reservation.expires_at)}.
        </p>
        <Link href={go} asChild>
          <Button href={go}>Continuar</Button>
        </Link>
      </div>
    </Card>
  )
}

/** The person's waiting-list entries; a failure to load is already shown by the tickets above. */
function Waiting() {
  const waiting = useMyWaiting()
  const tickets = useMyTickets()
  const [, navigate] = useLocation()
  if (!waiting.data || waiting.data.length === 0) return null
  return (
    <section className={css.reservation} aria-labelledby="lista-de-espera">
      <h2 id="lista-de-espera" className={css.title}>
        Lista de espera
      </h2>
      {waiting.data.map((entry) => (
        <Card key={entry.entry_id}>
          <div className={css.session}>
            <h3>{entry.session_title}</h3>
            <p className={css.when}>{formatShortDateTime(entry.starts_at)}</p>
            <WaitingEntryView
              entry={entry}
              onHeld={async (hold) => {
                savedReservation.save(hold)
                const { data } = await tickets.refetch()
                const held = data?.items.find(({ reservation_id }) => reservation_id === hold.reservation_id)
                if (held) navigate(ticketPaths.reserve(held.campaign_slug))
              }}
            />
          </div>
        </Card>
      ))}
    </section>
  )
}

function NoneYet() {
  return (
    <EmptyState
      drawing="ticket"
      action={
        <Link href={paths.promotions} asChild>
          <Button href={paths.promotions} compact>
            Ver promoções
          </Button>
        </Link>
      }
    >
      Seus ingressos aparecem aqui. Escolha um evento para reservar o seu lugar.
    </EmptyState>
  )
}
