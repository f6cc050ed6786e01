import type { Db } from '../../../db/database.ts'
import { isFreeToCancel } from './reservation.ts'
import type { ReservationWithSession } from './reservation-store.ts'
import { findPreviousPlans } from './session-change-store.ts'

/** Until when a reservation can be cancelled: until the start, if ticket details changed since it was made. */
export const readCancellationDeadline = async (
  db: Db,
  reservation: ReservationWithSession,
  now: Date,
): Promise<Date> => {
  const previous = (await findPreviousPlans(db, [reservation.id])).get(reservation.id)
  const session = { ...reservation, title: reservation.session_title }
  return isFreeToCancel(previous, session, now) ? reservation.starts_at : reservation.cancel_until
}
