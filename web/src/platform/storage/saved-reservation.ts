import { createStorage, type Storage } from './storage.ts'

/** A ticket reservation as the page last saw it; `created_at` is the server's time. */
export type SavedReservation = { created_at: string } & Record<string, unknown>

/** Spec §9. */
const savedReservationKey = 'eventTicketsReservation'
/** Spec §9: how long a reservation holds, in seconds after its creation. */
const reservationSeconds = 900

export function saveReservation(reservation: SavedReservation, storage: Storage = createStorage()): void {
  storage.set(savedReservationKey, reservation)
}

export function forgetReservation(storage: Storage = createStorage()): void {
  storage.remove(savedReservationKey)
}

/**
 * The saved reservation while it holds. One that ended, or cannot be read, is removed and treated as absent (spec §4).
 * `now` in milliseconds since 1970.
 */
export function readReservation(
  now: number,
  storage: Storage = createStorage(),
): SavedReservation | undefined {
  const saved = storage.get(savedReservationKey)
  if (saved === undefined) return undefined
  if (isReservation(saved) && now < Date.parse(saved.created_at) + reservationSeconds * 1000) return saved
  storage.remove(savedReservationKey)
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
