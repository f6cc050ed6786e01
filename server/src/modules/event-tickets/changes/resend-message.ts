import { savedReservationSchema } from '@clube/contract/event-tickets/reservation.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import type { Transaction } from '../../campaigns/index.ts'
import { cancellationNotices } from './cancellation-notices.ts'
import type { EventTicketDeps } from '../deps.ts'
import { notifyOfConfirmation } from '../reservations/confirmation-message.ts'
import { customerStateAt, wasEndedBySession } from '../reservations/reservation.ts'
import { findReservation } from '../reservations/reservation-store.ts'

/**
 * Resends the message about a participation's reservation: its tickets while it is confirmed, or the cancellation of the
 * session that ended it. Resent messages are sent by e-mail only.
 * @returns false when neither applies
 */
export const resendMessage = async (
  deps: EventTicketDeps,
  tx: Tx,
  { customer_id, response }: Pick<Transaction, 'customer_id' | 'response'>,
): Promise<boolean> => {
  const { data } = z.safeParse(savedReservationSchema, response)
  const reservation = data && (await findReservation(tx, data.reservation_id))
  if (reservation?.customer_id !== customer_id) return false
  if (customerStateAt(reservation, deps.clock()) === 'confirmed') {
    const notify: EventTicketDeps['notify'] = (within, notice) =>
      deps.notify(within, { ...notice, topic: null })
    await notifyOfConfirmation({ ...deps, notify }, tx, reservation)
    return true
  }
  if (!wasEndedBySession(reservation)) return false
  const { session_id, session_title: title, starts_at, cancel_reason } = reservation
  const session = { session_id, title, starts_at, reason: cancel_reason ?? '' }
  const notice = cancellationNotices.holder(session, deps.time_zone)
  await deps.notify(tx, { ...notice, customer_id, topic: null })
  return true
}
