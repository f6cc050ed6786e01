import type { EventSession, StaffEventSession, WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { staffReadSessionCall, type SessionWithGates } from '@clube/contract/event-tickets/staff-calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { createMicroBatch } from '../../db/batching.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts, type CampaignFacts } from '../campaigns/index.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Actor } from '../sessions/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt, savedView } from './reservations/reservation.ts'
import { freePlaces, statusOf } from './event-session.ts'
import { listCounted, type CountedSession } from './event-session-store.ts'
import { currentCounts, type SessionCounts } from './session-counts.ts'
import { findPlacesIn, identifyActor, type SessionPlaces } from './event-customer-store.ts'
import { viewEntries } from './waiting-list/waiting-entry.ts'
import { createListOpenEntries } from './waiting-list/shared-positions.ts'

/** States hidden from shoppers. */
const hiddenStates: ReadonlySet<CampaignState> = new Set(['draft', 'in_review', 'archived'])

/** The campaign, if its kind has sessions. */
export const findEventCampaign = async (db: Db, campaign_id: string): Promise<CampaignFacts | undefined> => {
  const campaign = (await findCampaignFacts(db, [campaign_id])).get(campaign_id)
  return campaign?.kind === 'event_tickets' ? campaign : undefined
}

/** The sessions of a campaign with their counters. */
export type CampaignSessions = {
  readonly campaign: CampaignFacts
  readonly sessions: readonly CountedSession[]
}

/** @throws {Refusal} campaigns.unknown */
export const readSessions = async (
  { db }: Pick<EventTicketDeps, 'db'>,
  campaign_id: string,
): Promise<CampaignSessions> => {
  const campaign = await findEventCampaign(db, campaign_id)
  if (!campaign || hiddenStates.has(campaign.state)) throw refusalsOf(listSessionsCall)('campaigns.unknown')
  return { campaign, sessions: await listCounted(db, { campaign_id }) }
}

/** Sessions as people without a session of their own see them. */
export const sessionsForVisitors = (
  { clock }: Pick<EventTicketDeps, 'clock'>,
  { campaign, sessions }: CampaignSessions,
): EventSession[] => {
  const now = clock()
  return sessions.map((session) => ({ ...sharedView(session, campaign, now), mine: null }))
}

/**
 * Sessions with a customer's tickets and holds. Own places are read after the call, with the current counters, so that
 * customers see the effect of their own reservation, cancellation or refusal; simultaneous calls share a statement.
 */
export const createReadOwnSessions = (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
): ((sessions: CampaignSessions, actor: Actor) => Promise<EventSession[]>) => {
  const findPlaces = createMicroBatch(
    (actors: readonly Parameters<typeof identifyActor>[0][]) => findPlacesIn(deps.db, actors),
    { identify: identifyActor },
  )
  const listOpenEntries = createListOpenEntries(deps)
  return async ({ campaign, sessions }, actor) => {
    const session_ids = sessions.map(({ id }) => id)
    const places = (await findPlaces({ ...actor, session_ids })) ?? new Map<string, SessionPlaces>()
    const isWaiting = [...places.values()].some(({ is_waiting }) => is_waiting)
    const entries = isWaiting
      ? await viewEntries(deps.db, await listOpenEntries({ ...actor, session_ids }), deps.clock())
      : []
    const now = deps.clock()
    return sessions.flatMap((session) => {
      const own = places.get(session.id)
      if (!own) return []
      const current = { ...session, ...own.counters }
      const waiting = entries.find(
        ({ session_id, state }) => session_id === session.id && state !== 'expired',
      )
      return { ...sharedView(current, campaign, now), mine: ownView(current, own, { waiting, now }) }
    })
  }
}

const ownView = (
  { id: session_id, campaign_id }: CountedSession,
  { quantity, hold }: SessionPlaces,
  { waiting, now }: { waiting: WaitingEntry | undefined; now: Date },
): EventSession['mine'] => {
  const isLive = hold !== null && reservationStateAt(hold, now) === 'held'
  return {
    quantity: hold && !isLive ? quantity - hold.quantity : quantity,
    hold: hold && isLive ? savedView({ ...hold, session_id, campaign_id }) : null,
    waiting: waiting ?? null,
  }
}

const sharedView = (session: CountedSession, campaign: CampaignFacts, now: Date) => ({
  session_id: session.id,
  campaign_id: session.campaign_id,
  title: session.title,
  place: session.place,
  starts_at: session.starts_at.toISOString(),
  ends_at: session.ends_at?.toISOString() ?? null,
  sales_from: session.sales_from.toISOString(),
  sales_until: session.sales_until.toISOString(),
  cancel_until: session.cancel_until.toISOString(),
  limit_per_document: session.limit_per_document,
  minimum_age: session.minimum_age,
  ...statusOf(
    {
      ...session,
      campaign_state: campaign.state,
      campaign_starts_at: campaign.starts_at,
      campaign_ends_at: campaign.ends_at,
    },
    now,
  ),
})

/** All sessions of a campaign, or a single session, with their numbers. */
export const listSessionsForStaff = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  filter: { campaign_id: string } | { session_id: string },
  counts: SessionCounts,
): Promise<StaffEventSession[]> => {
  const now = deps.clock()
  const sessions = await listCounted(deps.db, filter)
  const admissions = await counts.admissions(sessions.map(({ id }) => id))
  const campaigns = await findCampaignFacts(
    deps.db,
    sessions.map(({ campaign_id }) => campaign_id),
  )
  return sessions.map((session) => {
    const campaign = campaigns.get(session.campaign_id)
    if (!campaign) throw new Error('The session has no campaign')
    const { remaining: _remaining, ...shared } = sharedView(session, campaign, now)
    const counted = admissions.get(session.id) ?? { admitted: 0, at_the_door: 0, released: 0 }
    return {
      ...shared,
      no_show_from: session.no_show_from?.toISOString() ?? null,
      capacity: session.capacity,
      is_closed: session.is_closed,
      revision: session.revision,
      cancelled_at: session.cancelled_at?.toISOString() ?? null,
      cancel_reason: session.cancel_reason,
      numbers: {
        held: session.held,
        offered: session.offered,
        sold: session.sold,
        free: freePlaces(session),
        waiting_people: session.waiting,
        waiting_places: session.waiting_places,
        ...counted,
      },
    }
  })
}

/** A session that must exist, with current numbers. */
export const readSessionForStaff = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
): Promise<StaffEventSession> => {
  const [session] = await listSessionsForStaff(deps, { session_id }, currentCounts(deps))
  if (!session) throw new Error('The session was not found')
  return session
}

/** A session, its people and its gates with their numbers. @throws {Refusal} event-tickets.unknown-session */
export const readSessionOverview = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
  counts: SessionCounts,
): Promise<SessionWithGates> => {
  const [session] = await listSessionsForStaff(deps, { session_id }, counts)
  if (!session) throw refusalsOf(staffReadSessionCall)('event-tickets.unknown-session')
  return { ...session, people: await counts.people(session_id), gates: await counts.gates(session_id) }
}
