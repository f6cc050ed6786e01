import type { WaitingEntry, WaitingState } from '@clube/contract/event-tickets/session.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { areSalesOpen } from '../event-session.ts'
import { listEntries, type EntryWithEventSession } from './waiting-store.ts'

/**
 * The effective state of an entry: an offer expires by the clock, and the cancellation of the session ends it, whether or
 * not this is stored.
 */
const entryStateAt = (
  {
    state,
    offer_expires_at,
    cancelled_at,
  }: Pick<EntryWithEventSession, 'state' | 'offer_expires_at' | 'cancelled_at'>,
  now: Date,
): WaitingState => {
  if (cancelled_at && (state === 'waiting' || state === 'offered')) return 'left'
  return state === 'offered' && offer_expires_at && now > offer_expires_at ? 'expired' : state
}

/** How long after its start a cancelled session remains in the customer's list, as it does for ticket holders. */
const cancelledAfterStartMs = 24 * 3_600_000

/** The customer's list: open entries, and those ended by the cancellation of their session. */
export const listMyEntries = async (
  { db, clock }: Pick<EventTicketDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<WaitingEntry[]> => {
  const now = clock()
  const cancelled_from = new Date(now.getTime() - cancelledAfterStartMs)
  return viewEntries(db, await listEntries(db, { ...actor, cancelled_from }), now)
}

/**
 * The customer's view of entries. A pause of the campaign does not count against an offer's time, so its expiry is
 * calculated as if the campaign were resumed now.
 */
export const viewEntries = async (
  db: Db,
  entries: readonly EntryWithEventSession[],
  now: Date,
): Promise<WaitingEntry[]> => {
  if (entries.length === 0) return []
  const campaigns = await findCampaignFacts(
    db,
    entries.map(({ campaign_id }) => campaign_id),
  )
  return entries.map((entry) => {
    const campaign = campaigns.get(entry.campaign_id)
    const state = campaign && campaignStateAt(campaign, now)
    const pausedMs =
      state === 'paused' && campaign?.paused_at ? now.getTime() - campaign.paused_at.getTime() : 0
    const { offer_expires_at: until } = entry
    const shown = { ...entry, offer_expires_at: until && new Date(until.getTime() + pausedMs) }
    return {
      ...viewAt(shown, now),
      places_if_lowered: state === 'active' ? placesIfLowered(entry, now) : null,
    }
  })
}

/** The customer's view of one entry. */
export const viewEntry = async (db: Db, entry: EntryWithEventSession, now: Date): Promise<WaitingEntry> => {
  const [view] = await viewEntries(db, [entry], now)
  if (!view) throw new Error('The entry was not found')
  return view
}

/** No waiting entry fits these places: the first entry that is lowered to them is offered them immediately. */
const placesIfLowered = (entry: EntryWithEventSession, now: Date): number | null => {
  const { state, cancelled_at, unusable_places } = entry
  const areOffersMade = cancelled_at === null && areSalesOpen(entry, now)
  return state === 'waiting' && areOffersMade && unusable_places > 0 ? unusable_places : null
}

/** Whether the entry was open when its session was cancelled. */
const wasEndedBySession = ({ cancelled_at, ended_at }: EntryWithEventSession): boolean =>
  cancelled_at !== null && (ended_at === null || ended_at >= cancelled_at)

const viewAt = (entry: EntryWithEventSession, now: Date): Omit<WaitingEntry, 'places_if_lowered'> => {
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
    is_closed: entry.is_closed,
    session_cancelled: wasEndedBySession(entry) ? { reason: entry.cancel_reason ?? '' } : null,
  }
}
