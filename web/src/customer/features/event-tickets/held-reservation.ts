import {
  reservationStorageKey,
  savedReservationSchema,
  type SavedReservation,
} from '@clube/contract/event-tickets/reservation.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { readHold, removeHold, saveHold } from '../../../platform/storage/saved-hold.ts'

/** The hold that this browser saved for the promotion, while it is valid by the server's clock. */
export function savedHold(campaign_id: string, nowMs: number): SavedReservation | null {
  const parsed = savedReservationSchema.safeParse(readHold(reservationStorageKey, nowMs))
  return parsed.success && parsed.data.campaign_id === campaign_id ? parsed.data : null
}

/** The hold that the server knows, valid across devices. */
export const serverHold = (sessions: readonly EventSession[]): SavedReservation | null =>
  sessions.map(({ mine }) => mine?.hold ?? null).find((hold) => hold !== null) ?? null

/** Keeps the hold in this browser, until it is confirmed, given up or ended. */
export const saveReservation = (hold: SavedReservation): void => saveHold(reservationStorageKey, hold)

export const removeReservation = (): void => removeHold(reservationStorageKey)
