import type { unknownReservationRefusal } from '@clube/contract/event-tickets/refusals.ts'
import {
  readReservationCall,
  reservationCalendarFile,
  reservationTicketsFile,
} from '@clube/contract/event-tickets/calls.ts'
import type {
  Reservation as ReservationView,
  Ticket as TicketView,
} from '@clube/contract/event-tickets/reservation.ts'
import { formatShortCode } from '@clube/contract/campaigns/voucher-code.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts, shortCodeOf } from '../../campaigns/index.ts'
import { nameFor, requireAccess, type Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { findPreviousPlans } from './session-change-store.ts'
import { customerStateAt, isFreeToCancel, savedView, wasEndedBySession } from './reservation.ts'
import { findReservation, listForActor, type ReservationWithSession } from './reservation-store.ts'
import { ticketCodes } from './ticket.ts'
import { listTicketsOfReservations, type TicketRow } from './ticket-store.ts'

type ViewDeps = Pick<EventTicketDeps, 'vault' | 'clock'>

/**
 * A reservation of the signed-in customer.
 * @throws {Refusal} event-tickets.unknown-reservation (also for another customer's reservation),
 * session.password-required
 */
export const findOwn = async (db: Db, input: OwnReservation): Promise<ReservationWithSession> =>
  requireOwn(await findReservation(db, input.reservation_id), input)

type OwnReservation = Actor & { reservation_id: string; refuse: Refuse<typeof unknownReservationRefusal> }

/** A reservation that was read. @throws {Refusal} as `findOwn` */
export const requireOwn = (
  reservation: ReservationWithSession | undefined,
  input: OwnReservation,
): ReservationWithSession => {
  if (!reservation || reservation.customer_id !== input.customer_id)
    throw input.refuse('event-tickets.unknown-reservation')
  requireAccess(reservation, input)
  return reservation
}

/** The customer's confirmed reservation for a file. @throws {Refusal} as `findOwn` */
export const findConfirmed = async (
  { db, clock }: EventTicketDeps,
  input: Actor & { reservation_id: string },
): Promise<ReservationWithSession & { campaign_title: string }> => {
  const refuse = refusalsOf(reservationCalendarFile, reservationTicketsFile)
  const reservation = await findOwn(db, { ...input, refuse })
  if (customerStateAt(reservation, clock()) !== 'confirmed') throw refuse('event-tickets.unknown-reservation')
  const campaign = (await findCampaignFacts(db, [reservation.campaign_id])).get(reservation.campaign_id)
  return { ...reservation, campaign_title: campaign?.title ?? '' }
}

/** The customer's view of a reservation. @throws {Refusal} as `findOwn` */
export const readReservation = async (
  deps: EventTicketDeps,
  input: Actor & { reservation_id: string },
): Promise<ReservationView> =>
  viewReservation(
    deps,
    deps.db,
    await findOwn(deps.db, { ...input, refuse: refusalsOf(readReservationCall) }),
    input,
  )

/**
 * Live holds, reservations that have ever been confirmed, and holds ended by the cancellation of their session, that are
 * accessible to the actor; `limit` as in `listForActor`.
 */
export const listMyTickets = async (
  deps: EventTicketDeps,
  actor: Actor,
  limit: number | null,
): Promise<ReservationView[]> => {
  const reservations = await listForActor(deps.db, actor, limit)
  const views = await viewReservations(
    deps,
    deps.db,
    reservations.map((reservation) => ({ reservation, actor })),
  )
  return views.filter(
    ({ state, confirmed_at, session_cancelled }) =>
      state === 'held' || confirmed_at !== null || session_cancelled,
  )
}

export const viewReservation = async (
  deps: ViewDeps,
  db: Db,
  reservation: ReservationWithSession,
  actor: Actor,
): Promise<ReservationView> => {
  const [view] = await viewReservations(deps, db, [{ reservation, actor }])
  if (!view) throw new Error('The reservation was not found')
  return view
}

/** Each reservation as its actor sees it, in this order. */
export const viewReservations = async (
  deps: ViewDeps,
  db: Db,
  seen: readonly { readonly reservation: ReservationWithSession; readonly actor: Actor }[],
): Promise<ReservationView[]> => {
  const now = deps.clock()
  const ids = seen.map(({ reservation }) => reservation.id)
  const tickets = await listTicketsOfReservations(db, ids)
  const previousPlans = await findPreviousPlans(db, ids)
  const campaigns = await findCampaignFacts(
    db,
    seen.map(({ reservation }) => reservation.campaign_id),
  )
  return seen.map(({ reservation, actor }) => {
    const campaign = campaigns.get(reservation.campaign_id)
    if (!campaign) throw new Error('The reservation has no campaign')
    const state = customerStateAt(reservation, now)
    const own = tickets.filter(({ reservation_id }) => reservation_id === reservation.id)
    const isUnused = own.every((ticket) => ticket.state === 'valid')
    const previous = previousPlans.get(reservation.id)
    const isOpen = state === 'held' || state === 'confirmed'
    const current = { ...reservation, title: reservation.session_title }
    const isFree = isOpen && isFreeToCancel(previous, current, now)
    return {
      ...savedView(reservation),
      transaction_id: reservation.transaction_id,
      state,
      campaign_slug: campaign.slug,
      campaign_title: campaign.title,
      session_title: reservation.session_title,
      place: reservation.place,
      starts_at: reservation.starts_at.toISOString(),
      cancel_until: reservation.cancel_until.toISOString(),
      can_cancel:
        state === 'held' ||
        (state === 'confirmed' && isUnused && (isFree || now <= reservation.cancel_until)),
      before_change:
        isFree && previous
          ? {
              session_title: previous.title,
              place: previous.place,
              starts_at: previous.starts_at.toISOString(),
            }
          : null,
      minimum_age: reservation.minimum_age,
      session_cancelled:
        reservation.cancel_reason !== null && wasEndedBySession(reservation)
          ? { reason: reservation.cancel_reason }
          : null,
      confirmed_at: reservation.confirmed_at?.toISOString() ?? null,
      cancelled_at:
        state === 'cancelled'
          ? ((reservation.ended_at ?? reservation.session_cancelled_at)?.toISOString() ?? null)
          : null,
      tickets: own.map((ticket) => viewTicket(deps, ticket, { actor, isCancelled: state === 'cancelled' })),
    }
  })
}

const viewTicket = (
  { vault }: ViewDeps,
  ticket: TicketRow,
  { actor, isCancelled }: { actor: Actor; isCancelled: boolean },
): TicketView => {
  const code = ticketCodes.open(vault, ticket.code_sealed)
  return {
    ticket_id: ticket.id,
    participant_name: nameFor(actor, ticket.participant_name),
    state: isCancelled && ticket.state === 'valid' ? 'cancelled' : ticket.state,
    qr_code: code,
    short_code: formatShortCode(shortCodeOf(code)),
    used_at: ticket.used_at?.toISOString() ?? null,
    used_gate: ticket.used_gate,
  }
}
