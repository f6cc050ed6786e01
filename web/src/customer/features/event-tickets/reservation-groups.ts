import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'

/** Gates list a session until a day after its start. */
const usableAfterStartMs = 24 * 3_600_000

/** Whether the tickets of a session can no longer be used because it has ended. */
export const hasEnded = ({ starts_at }: Pick<Reservation, 'starts_at'>, nowMs: number): boolean =>
  Date.parse(starts_at) + usableAfterStartMs < nowMs

/** Whether a reservation is held, or has a ticket that is still valid. */
export const isUsable = ({ state, tickets }: Reservation): boolean =>
  state === 'held' || (state === 'confirmed' && tickets.some((ticket) => ticket.state === 'valid'))

type Group = 'usable' | 'sessionCancelled' | 'past'

function groupOf(reservation: Reservation, nowMs: number): Group {
  if (hasEnded(reservation, nowMs)) return 'past'
  if (isUsable(reservation)) return 'usable'
  return reservation.session_cancelled ? 'sessionCancelled' : 'past'
}

/**
 * Groups reservations: holds and usable tickets, upcoming sessions that the club has cancelled, and those that were used
 * or cancelled or have ended.
 */
export function groupReservations(
  reservations: readonly Reservation[],
  nowMs: number,
): Record<Group, Reservation[]> {
  const groups: Record<Group, Reservation[]> = { usable: [], sessionCancelled: [], past: [] }
  for (const reservation of reservations) groups[groupOf(reservation, nowMs)].push(reservation)
  return groups
}
