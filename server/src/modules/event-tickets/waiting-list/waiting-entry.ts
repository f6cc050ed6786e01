import type { WaitingEntry, WaitingState } from '@clube/contract/event-tickets/session.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts, type CampaignFacts } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { areSalesOpen } from '../event-session.ts'
import { campaignEndOf, offerTimeAt } from '../offer-time.ts'
import { listEntries, type EntryWithEventSession } from './waiting-store.ts'

/** The instants that determine the effective state of an entry. */
type EntryTime = {
  /** When the entry ends: a waiting one with the sales or, if earlier, the campaign; an offered one with the campaign. */
  readonly entryEnd: Date
  readonly offerTime: Date
  readonly now: Date
}

const entryEndOf = (
  { sales_until, offered_at }: Pick<EntryWithEventSession, 'sales_until' | 'offered_at'>,
  campaign: CampaignFacts,
): Date => {
  const campaignEnd = campaignEndOf(campaign)
  return offered_at !== null || campaignEnd < sales_until ? campaignEnd : sales_until
}

/**
 * The effective state of an entry: an offer expires at its deadline, the end of the list ends a waiting entry, the end of the
 * campaign also a live offer, and the cancellation of the session ends both, whether or not this is stored.
 */
const entryStateAt = (
  {
    state,
    offer_expires_at,
    cancelled_at,
  }: Pick<EntryWithEventSession, 'state' | 'offer_expires_at' | 'cancelled_at'>,
  { entryEnd, offerTime, now }: EntryTime,
): WaitingState => {
  if (state !== 'waiting' && state !== 'offered') return state
  if (cancelled_at) return 'left'
  if (state === 'offered' && offer_expires_at && offer_expires_at < offerTime) return 'expired'
  return now >= entryEnd ? 'left' : state
}

/**
 * How long after the session's start an entry ended by the club remains in the customer's list, as cancelled sessions do
 * for ticket holders.
 */
const endedAfterStartMs = 24 * 3_600_000

/** How long an entry whose offer expired remains in the customer's list. */
const expiredShownMs = 24 * 3_600_000

/**
 * The customer's list: open entries, those ended by the cancellation of their session or the end of their list, and for a
 * day those whose offer expired.
 */
export const listMyEntries = async (
  { db, clock }: Pick<EventTicketDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<WaitingEntry[]> => {
  const now = clock()
  const ended_from = new Date(now.getTime() - endedAfterStartMs)
  const expired_from = new Date(now.getTime() - expiredShownMs)
  const views = await viewEntries(db, await listEntries(db, { ...actor, ended_from, expired_from, now }), now)
  return views.filter(
    ({ state, session_cancelled, has_list_ended }) =>
      state !== 'left' || session_cancelled !== null || has_list_ended,
  )
}

/**
 * The customer's view of entries. An offer does not expire while the campaign is paused, so its expiry is shown as if
 * the campaign were resumed now.
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
    if (!campaign) throw new Error('The session has no campaign')
    const state = campaignStateAt(campaign, now)
    const offerTime = offerTimeAt(campaign, now)
    const pausedMs = state === 'paused' ? now.getTime() - offerTime.getTime() : 0
    const { offer_expires_at: until } = entry
    return {
      ...viewAt(entry, {
        time: { entryEnd: entryEndOf(entry, campaign), offerTime, now },
        shownExpiry: until && new Date(until.getTime() + pausedMs),
      }),
      campaign_slug: campaign.slug,
      is_paused: state === 'paused',
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

/** Whether the entry was open when its list ended. A customer who had an offer may have declined it before. */
const wasEndedWithList = ({ state, ended_at }: EntryWithEventSession, { entryEnd }: EntryTime): boolean =>
  state !== 'left' || (ended_at !== null && ended_at >= entryEnd)

const viewAt = (
  entry: EntryWithEventSession,
  { time, shownExpiry }: { time: EntryTime; shownExpiry: Date | null },
): Omit<WaitingEntry, 'campaign_slug' | 'is_paused' | 'places_if_lowered'> => {
  const state = entryStateAt(entry, time)
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
    offer_expires_at:
      state === 'offered'
        ? (shownExpiry?.toISOString() ?? null)
        : state === 'expired'
          ? (entry.offer_expires_at?.toISOString() ?? null)
          : null,
    is_closed: entry.is_closed,
    session_cancelled: wasEndedBySession(entry) ? { reason: entry.cancel_reason ?? '' } : null,
    has_list_ended: state === 'left' && !wasEndedBySession(entry) && wasEndedWithList(entry, time),
  }
}
