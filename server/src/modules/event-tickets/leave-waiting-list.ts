import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { freeUp } from './release-expired.ts'
import { lockSession, movePlaces } from './session-store.ts'
import { viewEntry } from './waiting-entry.ts'
import { findEntry, leaveEntry, type ShownEntry } from './waiting-store.ts'

/**
 * Takes a person off the list; an offer they had goes to the next. Who is off it already stays so.
 * @throws {Refusal} event-tickets.unknown-entry, event-tickets.offer-accepted
 */
export const leaveWaitingList = (
  deps: EventTicketDeps,
  input: { customer_id: string; entry_id: string },
): Promise<WaitingEntry> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const entry = await findOwnEntry(tx, input)
    await lockSession(tx, entry.session_id)
    // Only now nobody else can change it.
    await endEntry(tx, await findOwnEntry(tx, input), now)
    const session = await lockSession(tx, entry.session_id)
    if (session) await freeUp(deps, tx, session, now)
    return viewEntry(await findOwnEntry(tx, input), now)
  })

/** @throws {Refusal} event-tickets.unknown-entry, also for somebody else's */
export const findOwnEntry = async (
  tx: Tx,
  input: { customer_id: string; entry_id: string },
): Promise<ShownEntry> => {
  const entry = await findEntry(tx, input.entry_id)
  if (!entry || entry.customer_id !== input.customer_id) throw new Refusal('event-tickets.unknown-entry')
  return entry
}

/**
 * Ends an entry of a locked session and gives back what it had been offered.
 * @throws {Refusal} event-tickets.offer-accepted
 */
export const endEntry = async (tx: Tx, entry: ShownEntry, now: Date): Promise<void> => {
  const { id, session_id, quantity, state } = entry
  switch (state) {
    case 'left':
    case 'expired':
      return
    case 'accepted':
      throw new Refusal('event-tickets.offer-accepted')
    case 'waiting':
    case 'offered':
      if (!(await leaveEntry(tx, { id, from: state, now })))
        throw new Error('An entry of a locked waiting list changed')
      if (state === 'offered') await movePlaces(tx, session_id, { held: -quantity })
      return
    default:
      return state satisfies never
  }
}
