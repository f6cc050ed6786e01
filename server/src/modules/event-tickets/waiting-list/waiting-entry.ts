import type { WaitingEntry, WaitingState } from '@clube/contract/event-tickets/session.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts, type CampaignFacts } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { areSalesOpen } from '../event-session.ts'
import { listEntries, type EntryWithEventSession } from './waiting-store.ts'

/** When a session's waiting list ends: with its sales, or earlier with the campaign. */
const listEndOf = (
  { sales_until }: Pick<EntryWithEventSession, 'sales_until'>,
  campaign: Pick<CampaignFacts, 'ends_at' | 'ended_at'> | undefined,
): Date => {
  const campaignEnd = campaign?.ended_at ?? campaign?.ends_at
  return campaignEnd && campaignEnd < sales_until ? campaignEnd : sales_until
}

type ListTime = { readonly listEnd: Date; readonly now: Date }

/**
 * The effective state of an entry: an offer expires by the clock, the end of the list ends an entry without an offer, and
 * the cancellation of the session ends both, whether or not this is stored.
 */
const entryStateAt = (
  {
    state,
    offer_expires_at,
    cancelled_at,
  }: Pick<EntryWithEventSession, 'state' | 'offer_expires_at' | 'cancelled_at'>,
  { listEnd, now }: ListTime,
): WaitingState => {
  if (cancelled_at && (state === 'waiting' || state === 'offered')) return 'left'
  if (state === 'waiting' && now >= listEnd) return 'left'
  return state === 'offered' && offer_expires_at && now > offer_expires_at ? 'expired' : state
}

/**
 * How long after the session's start an entry ended by the club remains in the customer's list, as cancelled sessions do
 * for ticket holders.
 */
const endedAfterStartMs = 24 * 3_600_000

/** The customer's list: open entries, and those ended by the cancellation of their session or the end of their list. */
export const listMyEntries = async (
  { db, clock }: Pick<EventTicketDeps, 'db' | 'clock'>,
  actor: Actor,
): Promise<WaitingEntry[]> => {
  const now = clock()
  const ended_from = new Date(now.getTime() - endedAfterStartMs)
  const views = await viewEntries(db, await listEntries(db, { ...actor, ended_from }), now)
  return views.filter(
    ({ state, session_cancelled, has_list_ended }) =>
      state !== 'left' || session_cancelled !== null || has_list_ended,
  )
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
      ...viewAt(shown, { listEnd: listEndOf(entry, campaign), now }),
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

/** Whether the entry was still waiting when its list ended. A customer who had an offer then declined it. */
const wasEndedWithList = (
  { state, offered_at, ended_at }: EntryWithEventSession,
  { listEnd, now }: ListTime,
): boolean =>
  (state === 'waiting' && now >= listEnd) ||
  (state === 'left' && offered_at === null && ended_at !== null && ended_at >= listEnd)

const viewAt = (entry: EntryWithEventSession, time: ListTime): Omit<WaitingEntry, 'places_if_lowered'> => {
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
    offer_expires_at: state === 'offered' ? (entry.offer_expires_at?.toISOString() ?? null) : null,
    is_closed: entry.is_closed,
    session_cancelled: wasEndedBySession(entry) ? { reason: entry.cancel_reason ?? '' } : null,
    has_list_ended: !wasEndedBySession(entry) && wasEndedWithList(entry, time),
  }
}
