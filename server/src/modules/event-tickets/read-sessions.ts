import type { EventSession, StaffSession, WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { staffReadSessionCall, type SessionWithGates } from '@clube/contract/event-tickets/staff-calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts, type CampaignFacts } from '../campaigns/index.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Actor } from '../sessions/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt, savedView } from './reservations/reservation.ts'
import { findExistingPlaces } from './reservations/reservation-store.ts'
import { countByGate } from './gate/scan-store.ts'
import { freePlaces, statusOf } from './event-session.ts'
import { countEntries, listCounted, type CountedSession } from './event-session-store.ts'
import { viewEntries } from './waiting-list/waiting-entry.ts'
import { listOpenEntries } from './waiting-list/waiting-store.ts'

/** States hidden from shoppers. */
const hiddenStates: ReadonlySet<CampaignState> = new Set(['draft', 'in_review', 'archived'])

/** The campaign, if its kind has sessions. */
export const findEventCampaign = async (db: Db, campaign_id: string): Promise<CampaignFacts | undefined> => {
  const campaign = (await findCampaignFacts(db, [campaign_id])).get(campaign_id)
  return campaign?.kind === 'event_tickets' ? campaign : undefined
}

/**
 * The sessions of a campaign as shoppers see them, with the signed-in customer's tickets and holds.
 * @throws {Refusal} campaigns.unknown
 */
export const listSessions = async (
  deps: EventTicketDeps,
  input: { campaign_id: string; actor: Actor | null },
): Promise<EventSession[]> => {
  const { campaign_id, actor } = input
  const now = deps.clock()
  const campaign = await findEventCampaign(deps.db, campaign_id)
  if (!campaign || hiddenStates.has(campaign.state)) throw refusalsOf(listSessionsCall)('campaigns.unknown')
  const sessions = await listCounted(deps.db, { campaign_id })
  const session_ids = sessions.map(({ id }) => id)
  const waiting =
    actor === null
      ? []
      : await viewEntries(deps.db, await listOpenEntries(deps.db, { ...actor, session_ids }), now)
  return Promise.all(
    sessions.map(async (session) => ({
      ...sharedView(session, campaign, now),
      mine:
        actor === null
          ? null
          : await ownPlacesIn(deps, session, {
              actor,
              now,
              waiting: waiting.find(
                ({ session_id, state }) => session_id === session.id && state !== 'expired',
              ),
            }),
    })),
  )
}

const ownPlacesIn = async (
  deps: EventTicketDeps,
  session: CountedSession,
  person: { actor: Actor; now: Date; waiting: WaitingEntry | undefined },
) => {
  const { customer_id, identified_session_id } = person.actor
  const existing = await findExistingPlaces(deps.db, session.id, [customer_id], identified_session_id)
  const { quantity, hold } = existing.get(customer_id) ?? { quantity: 0, hold: null }
  const isLive = hold !== null && reservationStateAt(hold, person.now) === 'held'
  return {
    quantity: hold && !isLive ? quantity - hold.quantity : quantity,
    hold: hold && isLive ? savedView(hold) : null,
    waiting: person.waiting ?? null,
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

/** Sessions of a campaign, or one, with live counters. */
export const listStaffSessions = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  which: { campaign_id: string } | { session_id: string },
): Promise<StaffSession[]> => {
  const now = deps.clock()
  const sessions = await listCounted(deps.db, which)
  const entries = await countEntries(
    deps.db,
    sessions.map(({ id }) => id),
  )
  const campaigns = await findCampaignFacts(
    deps.db,
    sessions.map(({ campaign_id }) => campaign_id),
  )
  return sessions.map((session) => {
    const campaign = campaigns.get(session.campaign_id)
    if (!campaign) throw new Error('The session has no campaign')
    const { remaining: _remaining, ...shared } = sharedView(session, campaign, now)
    const counted = entries.get(session.id) ?? { admitted: 0, at_the_door: 0, released: 0 }
    return {
      ...shared,
      no_show_from: session.no_show_from?.toISOString() ?? null,
      capacity: session.capacity,
      is_closed: session.is_closed,
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

/** An existing session. */
export const readStaffSession = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
): Promise<StaffSession> => {
  const [session] = await listStaffSessions(deps, { session_id })
  if (!session) throw new Error('The session was not found')
  return session
}

/** A session and its gates with live counters. @throws {Refusal} event-tickets.unknown-session */
export const watchSession = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
): Promise<SessionWithGates> => {
  const [session] = await listStaffSessions(deps, { session_id })
  if (!session) throw refusalsOf(staffReadSessionCall)('event-tickets.unknown-session')
  return { ...session, gates: await countByGate(deps.db, session_id) }
}
