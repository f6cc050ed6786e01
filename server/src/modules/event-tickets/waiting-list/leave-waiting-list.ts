import type { unknownWaitingEntryRefusal } from '@clube/contract/event-tickets/refusals.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { leaveWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf, type Refuse } from '../../../kernel/refusal.ts'
import { requireAccess, type Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { viewEntry } from './waiting-entry.ts'
import { findEntry, markEntryLeft, type EntryWithEventSession } from './waiting-store.ts'

const refuse = refusalsOf(leaveWaitingListCall)

/**
 * Removes a customer from the list; their offer passes to the next entry. Idempotent.
 * @throws {Refusal} event-tickets.unknown-entry, event-tickets.offer-accepted
 */
export const leaveWaitingList = (
  deps: EventTicketDeps,
  input: Actor & { entry_id: string },
): Promise<WaitingEntry> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const entry = await findOwnEntry(tx, { ...input, refuse })
    await lockSession(tx, entry.session_id)
    // Read again under the lock: it may have changed.
    const ended = await endEntry(tx, await findOwnEntry(tx, { ...input, refuse }), now)
    if (!ended.ok) throw refuse(ended)
    const session = await lockSession(tx, entry.session_id)
    if (session) await reallocatePlaces(deps, tx, session, now)
    return viewEntry(tx, await findOwnEntry(tx, { ...input, refuse }), now)
  })

/** @throws {Refusal} event-tickets.unknown-entry, also for other customers' entries */
export const findOwnEntry = async (
  tx: Tx,
  input: Actor & { entry_id: string; refuse: Refuse<typeof unknownWaitingEntryRefusal> },
): Promise<EntryWithEventSession> => {
  const entry = await findEntry(tx, input.entry_id)
  if (!entry || entry.customer_id !== input.customer_id) throw input.refuse('event-tickets.unknown-entry')
  requireAccess(entry, input)
  return entry
}

/**
 * Ends an entry of a locked session and returns its offered places.
 * @returns a refusal when the offer was accepted: it is a reservation by then
 */
export const endEntry = async (
  tx: Tx,
  entry: EntryWithEventSession,
  now: Date,
): Promise<
  { ok: true } | Refused<Pick<(typeof leaveWaitingListCall)['refusals'], 'event-tickets.offer-accepted'>>
> => {
  const { id, session_id, quantity, state } = entry
  switch (state) {
    case 'left':
    case 'expired':
      return { ok: true }
    case 'accepted':
      return { ok: false, code: 'event-tickets.offer-accepted' }
    case 'waiting':
    case 'offered':
      if (!(await markEntryLeft(tx, { id, from: state, now })))
        throw new Error('An entry of the locked waiting list was changed')
      if (state === 'offered') await movePlaces(tx, session_id, { held: -quantity })
      return { ok: true }
    default:
      return state satisfies never
  }
}
