import { reservationEnd, type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { executeOnce, type Transaction } from '../campaigns/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { quantityRefusal } from './grant-places.ts'
import { findOwnEntry } from './leave-waiting-list.ts'
import { freeUp, planRelease } from './release-expired.ts'
import { savedView } from './reservation.ts'
import { findReservation, findStandings, insertHolds } from './reservation-store.ts'
import type { Session } from './session.ts'
import { lockSession } from './session-store.ts'
import { acceptEntry, type ShownEntry } from './waiting-store.ts'

type AcceptInput = {
  readonly customer_id: string
  readonly transaction_id: string
  readonly entry_id: string
  readonly service_channel: string
}

/**
 * Turns an offer of the waiting list into a reservation of 900 seconds: the places were set aside by the offer.
 * @throws {Refusal} one of `transactionRefusals`, event-tickets.unknown-entry, no-offer, offer-expired, already-holding,
 * limit-reached
 */
export const acceptOffer = async (deps: EventTicketDeps, input: AcceptInput): Promise<SavedReservation> => {
  const { transaction_id, customer_id, entry_id, service_channel } = input
  const { answer } = await inTransaction(deps.db, (tx) => {
    const now = deps.clock()
    return executeOnce({
      tx,
      kind: 'event_tickets',
      now,
      transaction_id,
      customer_id,
      body: { entry_id, service_channel },
      work: (transaction) => turnIntoReservation(deps, tx, { ...input, transaction, now }),
    })
  })
  return answer
}

const turnIntoReservation = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: AcceptInput & { transaction: Transaction; now: Date },
): Promise<SavedReservation> => {
  const { transaction, now } = input
  const { session_id, campaign_id } = await findOwnEntry(tx, input)
  if (campaign_id !== transaction.campaign_id) throw new Refusal('event-tickets.unknown-entry')
  const locked = await lockSession(tx, session_id)
  if (!locked) throw new Error('An entry without a session')
  const session = await freeUp(deps, tx, locked, now)
  // Only now nobody else can change it.
  const entry = await findOwnEntry(tx, input)
  switch (entry.state) {
    case 'waiting':
      throw new Refusal('event-tickets.no-offer')
    case 'expired':
      throw new Refusal('event-tickets.offer-expired')
    case 'left':
      throw new Refusal('event-tickets.unknown-entry')
    case 'accepted':
      return acceptedBefore(tx, entry)
    case 'offered':
      return holdOffered(deps, tx, session, entry, input)
    default:
      return entry.state satisfies never
  }
}

const acceptedBefore = async (tx: Tx, entry: ShownEntry): Promise<SavedReservation> => {
  const reservation =
    entry.reservation_id === null ? undefined : await findReservation(tx, entry.reservation_id)
  if (!reservation) throw new Error('An accepted offer without a reservation')
  return savedView(reservation)
}

const holdOffered = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: Session,
  entry: ShownEntry,
  input: AcceptInput & { now: Date },
): Promise<SavedReservation> => {
  const { customer_id, transaction_id, service_channel, now } = input
  const { quantity, session_id } = entry
  const standing = (await findStandings(tx, session_id, [customer_id])).get(customer_id)
  if (standing?.hold) throw new Refusal('event-tickets.already-holding')
  const refusal = quantityRefusal(session, quantity, standing?.quantity ?? 0)
  if (refusal) throw refusal
  const expires_at = reservationEnd(now)
  const ids = await insertHolds(tx, {
    session_id,
    created_at: now,
    expires_at,
    takesPlaces: false,
    holds: [{ transaction_id, customer_id, quantity, service_channel }],
  })
  const id = ids.get(transaction_id)
  if (id === undefined || !(await acceptEntry(tx, { id: entry.id, reservation_id: id, now })))
    throw new Error('An offer of a locked waiting list changed')
  await planRelease(deps, tx, session_id)
  return savedView({
    id,
    campaign_id: session.campaign_id,
    session_id,
    quantity,
    created_at: now,
    expires_at,
  })
}
