import type { Tx } from '../../db/database.ts'
import { releasePlaces } from './reservations/cancel-reservation.ts'
import type { EventTicketDeps } from './deps.ts'
import { endEntry } from './waiting-list/leave-waiting-list.ts'
import { reallocatePlaces } from './release-expired.ts'
import { listReturnableReservations } from './event-customer-store.ts'
import { lockSession } from './event-session-store.ts'
import { findEntry, listOpenEntries } from './waiting-list/waiting-store.ts'

/**
 * Releases what a customer whose account is deleted has in sessions that have not started: holds and waiting-list
 * entries, and, with `tickets`, also confirmed reservations without a used ticket. Each place is returned once, and
 * goes to the waiting list like any other. Sessions are locked by id.
 */
export const releaseOnDeletion = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: { customer_id: string; tickets: boolean; now: Date },
): Promise<void> => {
  const { customer_id, now } = input
  const places = await listReturnableReservations(tx, input)
  const entries = await listOpenEntries(tx, { customer_id, identified_session_id: null })
  const session_ids = new Set([...places, ...entries].map(({ session_id }) => session_id))
  for (const session_id of [...session_ids].sort()) {
    await lockSession(tx, session_id)
    for (const place of places) {
      const released = place.session_id === session_id ? await releasePlaces(tx, place.id, now) : null
      if (released?.ok === false) throw new Error(`The places could not be released: ${released.code}`)
    }
    for (const { id, ...entry } of entries) {
      // Read again under the lock: it may have changed.
      const locked = entry.session_id === session_id ? await findEntry(tx, id) : undefined
      if (locked && locked.state !== 'accepted') await endEntry(tx, locked, now)
    }
    const session = await lockSession(tx, session_id)
    if (session) await reallocatePlaces(deps, tx, session, now)
  }
}
