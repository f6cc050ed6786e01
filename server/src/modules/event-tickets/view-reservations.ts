import type {
  Reservation as ReservationView,
  Ticket as TicketView,
} from '@clube/contract/event-tickets/reservation.ts'
import { formatShortCode } from '@clube/contract/event-tickets/ticket-code.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Db } from '../../db/database.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt, savedView } from './reservation.ts'
import { findReservation, listShown, type ShownReservation } from './reservation-store.ts'
import { openCode, shortCodeOf } from './ticket.ts'
import { listOfReservations, type TicketRow } from './ticket-store.ts'

type ViewDeps = Pick<EventTicketDeps, 'vault' | 'clock'>

/**
 * A reservation of the signed-in person.
 * @throws {Refusal} event-tickets.unknown-reservation, also for somebody else's
 */
export const findOwn = async (
  db: Db,
  input: { reservation_id: string; customer_id: string },
): Promise<ShownReservation> => {
  const reservation = await findReservation(db, input.reservation_id)
  if (!reservation || reservation.customer_id !== input.customer_id)
    throw new Refusal('event-tickets.unknown-reservation')
  return reservation
}

/** The same as its person sees it. @throws {Refusal} event-tickets.unknown-reservation */
export const readReservation = async (
  deps: EventTicketDeps,
  input: { reservation_id: string; customer_id: string },
): Promise<ReservationView> => viewReservation(deps, deps.db, await findOwn(deps.db, input))

const mostShown = 200

/** Live holds and everything that was confirmed. */
export const listMyTickets = async (
  deps: EventTicketDeps,
  customer_id: string,
): Promise<ReservationView[]> => {
  const shown = await listShown(deps.db, customer_id, mostShown)
  const views = await viewReservations(deps, deps.db, shown)
  return views.filter(({ state, confirmed_at }) => state === 'held' || confirmed_at !== null)
}

export const viewReservation = async (
  deps: ViewDeps,
  db: Db,
  reservation: ShownReservation,
): Promise<ReservationView> => {
  const [view] = await viewReservations(deps, db, [reservation])
  if (!view) throw new Error('A reservation vanished')
  return view
}

const viewReservations = async (
  deps: ViewDeps,
  db: Db,
  reservations: readonly ShownReservation[],
): Promise<ReservationView[]> => {
  const now = deps.clock()
  const tickets = await listOfReservations(
    db,
    reservations.map(({ id }) => id),
  )
  return reservations.map((reservation) => {
    const state = reservationStateAt(reservation, now)
    const own = tickets.filter(({ reservation_id }) => reservation_id === reservation.id)
    const isUnused = own.every((ticket) => ticket.state === 'valid')
    return {
      ...savedView(reservation),
      state,
      campaign_slug: reservation.campaign_slug,
      campaign_title: reservation.campaign_title,
      session_title: reservation.session_title,
      place: reservation.place,
      starts_at: reservation.starts_at.toISOString(),
      cancel_until: reservation.cancel_until.toISOString(),
      can_cancel: state === 'held' || (state === 'confirmed' && isUnused && now <= reservation.cancel_until),
      minimum_age: reservation.minimum_age,
      confirmed_at: reservation.confirmed_at?.toISOString() ?? null,
      cancelled_at: state === 'cancelled' ? (reservation.ended_at?.toISOString() ?? null) : null,
      tickets: own.map((ticket) => viewTicket(deps, ticket)),
    }
  })
}

const viewTicket = ({ vault }: ViewDeps, ticket: TicketRow): TicketView => {
  const code = openCode(vault, ticket.code_sealed)
  return {
    ticket_id: ticket.id,
    participant_name: ticket.participant_name,
    state: ticket.state,
    qr_code: code,
    short_code: formatShortCode(shortCodeOf(code)),
    used_at: ticket.used_at?.toISOString() ?? null,
    used_gate: ticket.used_gate,
  }
}
