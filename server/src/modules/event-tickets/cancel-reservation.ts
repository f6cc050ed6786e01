import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { freeUp } from './release-expired.ts'
import { reservationStateAt } from './reservation.ts'
import { endReservation, findReservation } from './reservation-store.ts'
import { momentInWords } from './session.ts'
import { lockSession, movePlaces } from './session-store.ts'
import { cancelTickets } from './ticket-store.ts'
import { findOwn } from './view-reservations.ts'

/**
 * Spec §7: gives the person's reservation up, held or confirmed. What is over already stays as it is.
 * @throws {Refusal} one of `cancelRefusals`; both ids must match
 */
export const cancelReservation = (
  deps: EventTicketDeps,
  input: { customer_id: string; reservation_id: string; campaign_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findOwn(tx, input)
    if (found.campaign_id !== input.campaign_id) throw new Refusal('event-tickets.unknown-reservation')
    const now = deps.clock()
    await giveBack(tx, found.id, now, (reservation) => {
      if (now > reservation.cancel_until)
        throw new Refusal('event-tickets.cancel-closed', momentInWords(reservation.cancel_until))
    })
    const session = await lockSession(tx, found.session_id)
    if (session) await freeUp(deps, tx, session, now)
  })

/**
 * Takes the places of a reservation back, once. They are free then: the next `freeUp` offers them to the waiting list.
 * @param mayCancel throws when a confirmed one may not be given back any more
 * @throws {Refusal} event-tickets.ticket-used
 */
export const giveBack = async (
  tx: Tx,
  reservation_id: string,
  now: Date,
  mayCancel: (reservation: { cancel_until: Date }) => void = () => {},
): Promise<void> => {
  const unlocked = await findReservation(tx, reservation_id)
  const session = unlocked && (await lockSession(tx, unlocked.session_id))
  // Only now nobody else can change it.
  const reservation = session && (await findReservation(tx, reservation_id))
  if (!reservation) throw new Refusal('event-tickets.unknown-reservation')
  const { id, quantity } = reservation
  const state = reservationStateAt(reservation, now)
  switch (state) {
    case 'cancelled':
    case 'expired':
      return
    case 'released':
      mayCancel(reservation)
      return
    case 'held':
      if (!(await endReservation(tx, { id, from: 'held', to: 'cancelled', now })))
        throw new Error('A locked reservation changed')
      await movePlaces(tx, session.id, { held: -quantity })
      break
    case 'confirmed':
      mayCancel(reservation)
      if ((await cancelTickets(tx, id)) !== quantity) throw new Refusal('event-tickets.ticket-used')
      if (!(await endReservation(tx, { id, from: 'confirmed', to: 'cancelled', now })))
        throw new Error('A locked reservation changed')
      await movePlaces(tx, session.id, { sold: -quantity })
      break
    default:
      return state satisfies never
  }
}
