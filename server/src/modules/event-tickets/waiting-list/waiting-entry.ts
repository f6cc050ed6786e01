import type { WaitingEntry, WaitingState } from '@clube/contract/event-tickets/session.ts'
import type { EntryWithSession } from './waiting-store.ts'

/** The effective state of an entry by the clock: an offer expires whether or not this is stored. */
export const entryStateAt = (
  { state, offer_expires_at }: Pick<EntryWithSession, 'state' | 'offer_expires_at'>,
  now: Date,
): WaitingState => (state === 'offered' && offer_expires_at && now > offer_expires_at ? 'expired' : state)

/** The customer's view of an entry. */
export const viewEntry = (entry: EntryWithSession, now: Date): WaitingEntry => {
  const state = entryStateAt(entry, now)
  return {
    entry_id: entry.id,
    session_id: entry.session_id,
    campaign_id: entry.campaign_id,
    session_title: entry.session_title,
    starts_at: entry.starts_at.toISOString(),
    quantity: entry.quantity,
    state,
    position: state === 'waiting' ? entry.position : null,
    joined_at: entry.joined_at.toISOString(),
    offer_expires_at: state === 'offered' ? (entry.offer_expires_at?.toISOString() ?? null) : null,
  }
}
