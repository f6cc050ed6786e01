import { lowerWaitingQuantityCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { lockSession } from '../event-session-store.ts'
import { findOwnEntry } from './leave-waiting-list.ts'
import { viewEntry } from './waiting-entry.ts'
import { reduceEntryQuantity } from './waiting-store.ts'

const refuse = refusalsOf(lowerWaitingQuantityCall)

/**
 * Lowers the number of tickets that a customer waits for, never raises it. The position is kept; an entry that now fits
 * the free places is offered them immediately. With `requires_offer`, an entry that does not fit keeps its quantity.
 * Idempotent.
 * @throws {Refusal} event-tickets.unknown-entry, quantity, already-offered, offer-accepted, places-taken
 */
export const lowerWaitingQuantity = (
  deps: EventTicketDeps,
  input: Actor & { entry_id: string; quantity: number; requires_offer: boolean },
): Promise<WaitingEntry> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { session_id } = await findOwnEntry(tx, { ...input, refuse })
    const session = await lockSession(tx, session_id)
    if (!session) throw new Error('The entry has no session')
    // Read again under the lock: it may have changed.
    const entry = await findOwnEntry(tx, { ...input, refuse })
    const { quantity } = input
    const current = await viewEntry(tx, entry, now)
    // The repeat of a request whose response was lost.
    if (current.state === 'offered' && entry.quantity === quantity) return current
    requireWaiting(current)
    if (quantity < 1 || quantity > entry.quantity)
      throw refuse('event-tickets.quantity', { n: entry.quantity })
    if (quantity < entry.quantity && !(await reduceEntryQuantity(tx, { id: entry.id, quantity })))
      throw new Error('An entry of the locked waiting list was changed')
    await reallocatePlaces(deps, tx, session, now)
    const lowered = await findOwnEntry(tx, { ...input, refuse })
    if (input.requires_offer && lowered.state !== 'offered')
      throw refuse('event-tickets.places-taken', { n: entry.quantity })
    return viewEntry(tx, lowered, now)
  })

const requireWaiting = ({ state }: WaitingEntry): void => {
  switch (state) {
    case 'waiting':
      return
    case 'offered':
      throw refuse('event-tickets.already-offered')
    case 'accepted':
      throw refuse('event-tickets.offer-accepted')
    case 'left':
    case 'expired':
      throw refuse('event-tickets.unknown-entry')
    default:
      state satisfies never
  }
}
