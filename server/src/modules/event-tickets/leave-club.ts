import type { Tx } from '../../db/database.ts'
import { giveBack } from './cancel-reservation.ts'
import type { EventTicketDeps } from './deps.ts'
import { endEntry } from './leave-waiting-list.ts'
import { freeUp } from './release-expired.ts'
import { placesOf } from './leaving-store.ts'
import { lockSession } from './session-store.ts'
import { findEntry, listOpenEntries } from './waiting-store.ts'

/**
 * Gives back what somebody who is leaving the club has in sessions that have not begun: holds and waiting lists, and
 * with `tickets` confirmed reservations too, unless one of their tickets was used. Each place comes back once, and goes
 * to the waiting list like any other. Sessions are locked in the order of their ids.
 */
export const leaveSessions = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: { customer_id: string; tickets: boolean; now: Date },
): Promise<void> => {
  const { customer_id, now } = input
  const places = await placesOf(tx, input)
  const entries = await listOpenEntries(tx, { customer_id })
  const session_ids = new Set([...places, ...entries].map(({ session_id }) => session_id))
  for (const session_id of [...session_ids].sort()) {
    await lockSession(tx, session_id)
    for (const place of places) if (place.session_id === session_id) await giveBack(tx, place.id, now)
    for (const { id, ...entry } of entries) {
      // Only now nobody else can change it.
      const locked = entry.session_id === session_id ? await findEntry(tx, id) : undefined
      if (locked && locked.state !== 'accepted') await endEntry(tx, locked, now)
    }
    const session = await lockSession(tx, session_id)
    if (session) await freeUp(deps, tx, session, now)
  }
}
