import { savedReservationSchema } from '@clube/contract/event-tickets/reservation.ts'
import { formatTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import * as z from 'zod/mini'
import type { Db } from '../../../db/database.ts'
import type { ParticipationOutcome, Transaction } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { customerStateAt } from './reservation.ts'
import { listReservations, type ReservationWithSession } from './reservation-store.ts'

/**
 * The outcomes of participations, from the state of the reservation in their response. The reservation may belong to an
 * earlier participation, since a second hold returns the first one.
 */
export const describeOutcomes = async (
  { clock, time_zone }: Pick<EventTicketDeps, 'clock' | 'time_zone'>,
  db: Db,
  transactions: readonly Pick<Transaction, 'id' | 'response'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const now = clock()
  const reservationIds = new Map(
    transactions.flatMap(({ id, response }) => {
      const { data } = z.safeParse(savedReservationSchema, response)
      return data ? [[id, data.reservation_id] as const] : []
    }),
  )
  const rows = await listReservations(db, [...new Set(reservationIds.values())])
  const reservations = new Map(rows.map((reservation) => [reservation.id, reservation]))
  return new Map(
    [...reservationIds].flatMap(([id, reservation_id]) => {
      const reservation = reservations.get(reservation_id)
      return reservation ? [[id, outcomeOf(reservation, now, time_zone)] as const] : []
    }),
  )
}

type Outcome = Pick<
  ReservationWithSession,
  'state' | 'created_at' | 'expires_at' | 'quantity' | 'session_title' | 'starts_at' | 'session_cancelled_at'
>

/** The outcome of a participation with this reservation. */
export const outcomeOf = (reservation: Outcome, now: Date, zone: TimeZone): ParticipationOutcome => {
  const { quantity, session_title, starts_at, expires_at } = reservation
  const places = quantity === 1 ? '1 ingresso' : `${quantity} ingressos`
  const subject = { title: `${session_title}, ${places}`, starts_at: starts_at.toISOString() }
  const state = customerStateAt(reservation, now)
  switch (state) {
    case 'held':
      return { status: 'unconfirmed', subject, note: `Confirme até ${formatTime(expires_at, zone)}.` }
    case 'confirmed':
      return { status: 'completed', subject, note: null }
    case 'cancelled':
      // A stored state that is not `cancelled` belongs to a cancelled session.
      return {
        status: 'cancelled',
        subject,
        note: reservation.state === 'cancelled' ? null : 'A sessão foi cancelada.',
      }
    case 'expired':
      return { status: 'expired', subject, note: 'A reserva não foi confirmada a tempo.' }
    case 'released':
      return { status: 'expired', subject, note: 'Ninguém chegou a tempo, e os lugares foram liberados.' }
    default:
      return state satisfies never
  }
}
