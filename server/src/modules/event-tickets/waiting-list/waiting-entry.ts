import type { WaitingEntry, WaitingState } from '@clube/contract/event-tickets/session.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import { areSalesOpen } from '../event-session.ts'
import type { EntryWithEventSession } from './waiting-store.ts'

/** The effective state of an entry by the clock: an offer expires whether or not this is stored. */
const entryStateAt = (
  { state, offer_expires_at }: Pick<EntryWithEventSession, 'state' | 'offer_expires_at'>,
  now: Date,
): WaitingState => (state === 'offered' && offer_expires_at && now > offer_expires_at ? 'expired' : state)

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
  }
}
