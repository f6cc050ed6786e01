import { savedReservationSchema, type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { Session } from '@clube/contract/event-tickets/session.ts'
import { readReservation } from '../../../platform/storage/saved-reservation.ts'

/** The hold that this browser saved, while it is live by the server's clock and of this promotion. */
export function savedHold(campaign_id: string, nowMs: number): SavedReservation | null {
  const parsed = savedReservationSchema.safeParse(readReservation(nowMs))
  return parsed.success && parsed.data.campaign_id === campaign_id ? parsed.data : null
}

/** The hold that the server knows of, which counts on every device. */
export const serverHold = (sessions: readonly Session[]): SavedReservation | null =>
  sessions.map(({ mine }) => mine?.hold ?? null).find((hold) => hold !== null) ?? null
