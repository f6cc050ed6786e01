import type { cancelRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { cancelReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { lockTransactions } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import { notifyOfCancelledReservation } from './cancelled-message.ts'
import { findPreviousPlans } from './session-change-store.ts'
import type { EventTicketDeps } from '../deps.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { isFreeToCancel, reservationStateAt } from './reservation.ts'
import { endReservation, findReservation, findReservationOf } from './reservation-store.ts'
import { dateAndTimeOf } from '../event-session.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { cancelTickets } from './ticket-store.ts'
import { findOwn } from './view-reservations.ts'

const refuse = refusalsOf(cancelReservationCall)

/** The explanation shown to a customer whose participation was returned after the session was changed. */
const returnedAfterChangeNote =
  'Você cancelou porque a sessão mudou. O que você usou para participar foi devolvido.'
/** The explanation shown to a customer whose participation was returned because the session was cancelled. */
export const returnedAfterCancellationNote =
  'A sessão foi cancelada. O que você usou para participar foi devolvido.'

/**
 * Spec §7: cancels the customer's held or confirmed reservation. An ended one is unchanged. If its session has been
 * changed since it was made, it can be cancelled until the start, and what the participation used is returned; the same
 * applies in a cancelled session. The cancellation of tickets is confirmed by e-mail.
 * @throws {Refusal} one of `cancelRefusals`, session.password-required; both ids must match
 */
export const cancelReservation = (
  deps: EventTicketDeps,
  input: Actor & { reservation_id: string; campaign_id: string; ip: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findOwn(tx, { ...input, refuse })
    if (found.campaign_id !== input.campaign_id) throw refuse('event-tickets.unknown-reservation')
    const now = deps.clock()
    const transaction_ids = [found.transaction_id]
    await lockTransactions(tx, transaction_ids)
    const locked = await lockSession(tx, found.session_id)
    const previous = (await findPreviousPlans(tx, [found.id])).get(found.id)
    const isSessionCancelled = (locked?.cancelled_at ?? null) !== null
    const isFree = isSessionCancelled || (locked !== undefined && isFreeToCancel(previous, locked, now))
    const note = isSessionCancelled ? returnedAfterCancellationNote : returnedAfterChangeNote
    const released = await releasePlaces(tx, found.id, now, ({ cancel_until }) =>
      now > cancel_until && !isFree
        ? {
            ok: false,
            code: 'event-tickets.cancel-closed',
            values: dateAndTimeOf(cancel_until, deps.time_zone),
          }
        : null,
    )
    if (!released.ok) throw refuse(released)
    if (released.ended && isFree) await deps.returnParticipations(tx, { transaction_ids, note, now })
    if (released.ended === 'confirmed')
      await notifyOfCancelledReservation(deps, tx, found, { isReturned: isFree, ip: input.ip })
    const session = await lockSession(tx, found.session_id)
    if (session) await reallocatePlaces(deps, tx, session, now)
  })

/**
 * Returns the places of a reversed participation. One that got the reservation of an earlier participation as its
 * response has none of its own: reversing it leaves that reservation unchanged.
 * @returns false when it is too late
 */
export const reverseReservation = async (
  deps: EventTicketDeps,
  tx: Tx,
  { transaction_id, now }: { transaction_id: string; now: Date },
): Promise<boolean> => {
  const own = await findReservationOf(tx, transaction_id)
  if (!own) return true
  if (!(await releasePlaces(tx, own.id, now)).ok) return false
  const session = await lockSession(tx, own.session_id)
  if (session) await reallocatePlaces(deps, tx, session, now)
  return true
}

type CancelRefused = Refused<typeof cancelRefusals>

/**
 * Returns the places of a reservation once; the next `reallocatePlaces` offers them to the waiting list.
 * @param cancellationRefusal the refusal when a confirmed one can no longer be cancelled, or null
 * @returns the state that was ended, or the refusal; the caller then rolls back
 */
export const releasePlaces = async (
  tx: Tx,
  reservation_id: string,
  now: Date,
  cancellationRefusal: (reservation: { cancel_until: Date }) => CancelRefused | null = () => null,
): Promise<{ ok: true; ended: 'held' | 'confirmed' | null } | CancelRefused> => {
  const unlocked = await findReservation(tx, reservation_id)
  const session = unlocked && (await lockSession(tx, unlocked.session_id))
  // Read again under the lock: it may have changed.
  const reservation = session && (await findReservation(tx, reservation_id))
  if (!reservation) return { ok: false, code: 'event-tickets.unknown-reservation' }
  const { id, quantity } = reservation
  const state = reservationStateAt(reservation, now)
  switch (state) {
    case 'cancelled':
    case 'expired':
      return { ok: true, ended: null }
    case 'released':
      return cancellationRefusal(reservation) ?? { ok: true, ended: null }
    case 'held':
      if (!(await endReservation(tx, { id, from: 'held', to: 'cancelled', now })))
        throw new Error('The locked reservation was changed')
      await movePlaces(tx, session.id, { held: -quantity })
      return { ok: true, ended: state }
    case 'confirmed': {
      const refusal = cancellationRefusal(reservation)
      if (refusal) return refusal
      if ((await cancelTickets(tx, id)) !== quantity) return { ok: false, code: 'event-tickets.ticket-used' }
      if (!(await endReservation(tx, { id, from: 'confirmed', to: 'cancelled', now })))
        throw new Error('The locked reservation was changed')
      await movePlaces(tx, session.id, { sold: -quantity })
      return { ok: true, ended: state }
    }
    default:
      return state satisfies never
  }
}
