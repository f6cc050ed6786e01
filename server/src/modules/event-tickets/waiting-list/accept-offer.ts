import { acceptOfferCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { holdEnd } from '@clube/contract/campaigns/hold.ts'
import { type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { executeOnce, findCampaignRefusal, type Transaction } from '../../campaigns/index.ts'
import { lockUsable } from '../../identity/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { quantityRefusal } from '../reservations/grant-places.ts'
import { findOwnEntry } from './leave-waiting-list.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { scheduleRelease } from '../schedule-release.ts'
import { savedView } from '../reservations/reservation.ts'
import { requireNoCooldown } from '../reservations/require-no-cooldown.ts'
import { findReservation, findExistingPlaces, insertHolds } from '../reservations/reservation-store.ts'
import type { EventSession } from '../event-session.ts'
import { lockSession } from '../event-session-store.ts'
import { acceptEntry, type EntryWithEventSession } from './waiting-store.ts'

const refuse = refusalsOf(acceptOfferCall)

type AcceptInput = Actor & {
  readonly transaction_id: string
  readonly entry_id: string
  readonly service_channel: string
  /** Whether the request has a captcha proof. */
  readonly has_proof: boolean
}

/**
 * Converts an offer of the waiting list into a reservation of 900 seconds: the offer already holds the places.
 * @throws {Refusal} one of `transactionRefusals`, event-tickets.unknown-entry, no-offer, offer-expired,
 *   already-holding, limit-reached, quantity, hold-cooldown; captcha.required after repeated releases
 */
export const acceptOffer = async (deps: EventTicketDeps, input: AcceptInput): Promise<SavedReservation> => {
  const { transaction_id, customer_id, identified_session_id, entry_id, service_channel } = input
  const { response } = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    if (!(await lockUsable(tx, [customer_id])).has(customer_id)) throw refuse('session.required')
    return executeOnce({
      call: acceptOfferCall,
      tx,
      kind: 'event_tickets',
      now,
      time_zone: deps.time_zone,
      transaction_id,
      customer_id,
      identified_session_id,
      body: { entry_id, service_channel },
      work: (transaction) => convertToReservation(deps, tx, { ...input, transaction, now }),
    })
  })
  return response
}

const convertToReservation = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: AcceptInput & { transaction: Transaction; now: Date },
): Promise<SavedReservation> => {
  const { transaction, now } = input
  const { session_id, campaign_id } = await findOwnEntry(tx, { ...input, refuse })
  if (campaign_id !== transaction.campaign_id) throw refuse('event-tickets.unknown-entry')
  const locked = await lockSession(tx, session_id)
  if (!locked) throw new Error('The entry has no session')
  if (locked.cancelled_at) throw refuse('event-tickets.session-cancelled')
  const session = await reallocatePlaces(deps, tx, locked, now)
  const closed = await findCampaignRefusal(tx, { campaign_id, now, time_zone: deps.time_zone })
  if (closed) throw refuse(closed)
  // Read again under the lock: it may have changed.
  const entry = await findOwnEntry(tx, { ...input, refuse })
  switch (entry.state) {
    case 'waiting':
      throw refuse('event-tickets.no-offer')
    case 'expired':
      throw refuse('event-tickets.offer-expired')
    case 'left':
      throw refuse('event-tickets.unknown-entry')
    case 'accepted':
      return findAcceptedReservation(tx, entry)
    case 'offered':
      return holdOfferedPlaces(deps, tx, session, entry, input)
    default:
      return entry.state satisfies never
  }
}

const findAcceptedReservation = async (tx: Tx, entry: EntryWithEventSession): Promise<SavedReservation> => {
  const reservation =
    entry.reservation_id === null ? undefined : await findReservation(tx, entry.reservation_id)
  if (!reservation) throw new Error('The accepted offer has no reservation')
  return savedView(reservation)
}

const holdOfferedPlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  entry: EntryWithEventSession,
  input: AcceptInput & { now: Date },
): Promise<SavedReservation> => {
  const { customer_id, identified_session_id, transaction_id, service_channel, now } = input
  const { quantity, session_id } = entry
  const places = (await findExistingPlaces(tx, session_id, [customer_id])).get(customer_id)
  if (places?.hold) throw refuse('event-tickets.already-holding')
  const refused = quantityRefusal(session, quantity, places?.quantity ?? 0)
  if (refused) throw refuse(refused)
  await requireNoCooldown(tx, { ...input, session_id, refuse })
  const expires_at = holdEnd(now)
  const ids = await insertHolds(tx, {
    session_id,
    created_at: now,
    expires_at,
    takesPlaces: false,
    holds: [{ transaction_id, customer_id, identified_session_id, quantity, service_channel }],
  })
  const id = ids.get(transaction_id)
  if (id === undefined || !(await acceptEntry(tx, { id: entry.id, reservation_id: id, now })))
    throw new Error('An offer of the locked waiting list was changed')
  await scheduleRelease(deps, tx, { session_id, due_at: expires_at, now })
  return savedView({
    id,
    campaign_id: session.campaign_id,
    session_id,
    quantity,
    created_at: now,
    expires_at,
  })
}
