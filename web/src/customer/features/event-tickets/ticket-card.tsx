import type { Reservation, Ticket } from '@clube/contract/event-tickets/reservation.ts'
import { clubClock, clubMoment, clubShortDay } from '../../../parts/club-time.ts'
import { QrCode } from '../../../parts/voucher/qr-code.tsx'
import css from './ticket.module.css'
import { ticketStateLabels } from './ticket-labels.ts'

/** Tickets of one reservation in a horizontal carousel. `level` is their heading level. */
export function TicketStrip({ reservation, level }: { reservation: Reservation; level: 'h2' | 'h3' }) {
  const { tickets } = reservation
  return (
    <ul className={css.strip} aria-label="Ingressos" tabIndex={tickets.length > 1 ? 0 : undefined}>
      {tickets.map((ticket, at) => (
        <li key={ticket.ticket_id}>
          <TicketCard
            ticket={ticket}
            reservation={reservation}
            level={level}
            place={tickets.length > 1 ? `${at + 1} de ${tickets.length}` : null}
          />
        </li>
      ))}
    </ul>
  )
}

type TicketCardProps = {
  ticket: Ticket
  reservation: Reservation
  place: string | null
  level: 'h2' | 'h3'
}

function TicketCard({ ticket, reservation, place, level: Heading }: TicketCardProps) {
  const over = ticketStateLabels[ticket.state]
  return (
    <article className={css.ticket} data-over={over === null ? undefined : ''}>
      <header className={css.top}>
        <p className={css.event}>{reservation.campaign_title}</p>
        <Heading className={css.session}>{reservation.session_title}</Heading>
        <p className="figures">{clubMoment(reservation.starts_at)}</p>
        <p>{reservation.place}</p>
      </header>
      <div className={css.stub}>
        {over === null ? (
          <QrCode text={ticket.qr_code} label={`QR Code do ingresso de ${ticket.participant_name}`} />
        ) : (
          <p className={css.over}>
            {over}
            {ticket.used_at &&
              ` em ${clubShortDay(ticket.used_at)}, às ${clubClock(ticket.used_at)}${ticket.used_gate ? `, ${ticket.used_gate}` : ''}`}
          </p>
        )}
        <p className={css.name}>{ticket.participant_name}</p>
        <p className={css.code}>{ticket.short_code}</p>
        {place && <p className={css.soft}>Ingresso {place}</p>}
      </div>
    </article>
  )
}
