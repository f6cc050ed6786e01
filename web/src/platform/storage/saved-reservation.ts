import { isReservationLive, reservationStorageKey } from '@clube/contract/event-tickets/reservation.ts'
import { createStorage, type Storage } from './storage.ts'

/** A ticket reservation as the page last saw it; `created_at` is the server's time. */
export type SavedReservation = { created_at: string } & Record<string, unknown>

export function saveReservation(reservation: SavedReservation, storage: Storage = createStorage()): void {
  storage.set(reservationStorageKey, reservation)
}

export function forgetReservation(storage: Storage = createStorage()): void {
  storage.remove(reservationStorageKey)
}

/**
 * The saved reservation while it holds. One that ended, or cannot be read, is removed and treated as absent (spec §4).
 * `now` in milliseconds since 1970.
 */
export function readReservation(
  now: number,
  storage: Storage = createStorage(),
): SavedReservation | undefined {
  const saved = storage.get(reservationStorageKey)
  if (saved === undefined) return undefined
  if (isReservation(saved) && isReservationLive(new Date(saved.created_at), new Date(now))) return saved
  storage.remove(reservationStorageKey)
  return undefined
}

function isReservation(value: unknown): value is SavedReservation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'created_at' in value &&
    typeof value.created_at === 'string'
  )
}
