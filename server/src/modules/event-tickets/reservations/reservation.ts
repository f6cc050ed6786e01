import { isHoldLive } from '@clube/contract/campaigns/hold.ts'
import { type ReservationState, type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { announcedChanges, type AnnouncedPlan } from '@clube/contract/event-tickets/session-plan.ts'

/** A stored reservation. `state` is the stored one; `reservationStateAt` gives the effective one. */
export type Reservation = {
  id: string
  transaction_id: string
  session_id: string
  campaign_id: string
  customer_id: string
  identified_session_id: string | null
  quantity: number
  state: ReservationState
  service_channel: string
  created_at: Date
  expires_at: Date
  confirmed_at: Date | null
  ended_at: Date | null
}

/** The effective state at the given time: a hold expires whether or not this is stored. */
export const reservationStateAt = (
  { state, created_at }: Pick<Reservation, 'state' | 'created_at'>,
  now: Date,
): ReservationState => (state === 'held' && !isHoldLive(created_at, now) ? 'expired' : state)

/**
 * The state that the customer sees: cancelled as soon as the session is, even before the job has ended the reservation.
 */
export const customerStateAt = (
  reservation: Pick<Reservation, 'state' | 'created_at'> & { session_cancelled_at: Date | null },
  now: Date,
): ReservationState => {
  const { state, session_cancelled_at } = reservation
  const isOpen = state === 'held' || state === 'confirmed'
  return session_cancelled_at && isOpen ? 'cancelled' : reservationStateAt(reservation, now)
}

/** Whether a reservation was open when its session was cancelled. */
export const wasEndedBySession = ({
  ended_at,
  session_cancelled_at,
}: Pick<Reservation, 'ended_at'> & { session_cancelled_at: Date | null }): boolean =>
  session_cancelled_at !== null && (ended_at === null || ended_at >= session_cancelled_at)

/**
 * Whether a reservation can be cancelled until the start with everything returned, because its ticket details have
 * changed since it was made.
 */
export const isFreeToCancel = (
  previous: AnnouncedPlan | undefined,
  session: AnnouncedPlan,
  now: Date,
): boolean =>
  previous !== undefined && now < session.starts_at && announcedChanges(previous, session).length > 0

/** The response of `reserve`, stored by the browser (spec §3). */
export const savedView = (
  reservation: Pick<
    Reservation,
    'id' | 'campaign_id' | 'session_id' | 'quantity' | 'created_at' | 'expires_at'
  >,
): SavedReservation => ({
  reservation_id: reservation.id,
  campaign_id: reservation.campaign_id,
  session_id: reservation.session_id,
  quantity: reservation.quantity,
  created_at: reservation.created_at.toISOString(),
  expires_at: reservation.expires_at.toISOString(),
})
