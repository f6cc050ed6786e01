import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import {
  reservationStorageKey,
  savedReservationSchema,
  type SavedReservation,
} from '@clube/contract/event-tickets/reservation.ts'
import { acceptOfferCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'
import { participate } from '../../promotions/participate.ts'

/** The reservation of this browser, until it is confirmed, cancelled or expired. */
export const savedReservation = savedHoldOf(reservationStorageKey, savedReservationSchema)

/** Holds places in a session. */
export const reserve = (
  send: Send,
  { campaign_id, ...places }: { campaign_id: string; session_id: string; quantity: number },
): Promise<Sent<SavedReservation>> =>
  participate(send, { campaign_id, kind: 'event_tickets' }, (participation) =>
    send(reserveCall, { body: { ...participation, ...places } }),
  )

/** Turns a waiting-list offer into a hold. */
export const acceptOffer = (
  send: Send,
  { campaign_id, entry_id }: { campaign_id: string; entry_id: string },
): Promise<Sent<SavedReservation>> =>
  participate(send, { campaign_id, kind: 'event_tickets' }, (participation) =>
    send(acceptOfferCall, { body: { ...participation, entry_id } }),
  )
