import type {
  Session as SessionView,
  StaffSession,
  WaitingEntry,
} from '@clube/contract/event-tickets/session.ts'
import type { WatchedSession } from '@clube/contract/event-tickets/staff-calls.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt, savedView } from './reservation.ts'
import { findStandings } from './reservation-store.ts'
import { countByGate } from './scan-store.ts'
import { freePlaces, statusOf } from './session.ts'
import { countEntries, isEventCampaign, listCounted, type CountedSession } from './session-store.ts'
import { viewEntry } from './waiting-entry.ts'
import { listOpenEntries } from './waiting-store.ts'

/**
 * The sessions of a campaign as shoppers see them, with what the signed-in person has in each.
 * @throws {Refusal} campaigns.unknown
 */
export const listSessions = async (
  deps: EventTicketDeps,
  input: { campaign_id: string; customer_id: string | null },
): Promise<SessionView[]> => {
  const { campaign_id, customer_id } = input
  const now = deps.clock()
  if (!(await isEventCampaign(deps.db, campaign_id, true))) throw new Refusal('campaigns.unknown')
  const sessions = await listCounted(deps.db, { campaign_id })
  const waiting =
    customer_id === null
      ? []
      : await listOpenEntries(deps.db, { customer_id, session_ids: sessions.map(({ id }) => id) })
  return Promise.all(
    sessions.map(async (session) => ({
      ...sharedView(session, now),
      mine:
        customer_id === null
          ? null
          : await mineIn(deps, session, {
              customer_id,
              now,
              waiting: waiting
                .map((entry) => viewEntry(entry, now))
                .find(({ session_id, state }) => session_id === session.id && state !== 'expired'),
            }),
    })),
  )
}

const mineIn = async (
  deps: EventTicketDeps,
  session: CountedSession,
  person: { customer_id: string; now: Date; waiting: WaitingEntry | undefined },
) => {
  const standings = await findStandings(deps.db, session.id, [person.customer_id])
  const { quantity, hold } = standings.get(person.customer_id) ?? { quantity: 0, hold: null }
  const isLive = hold !== null && reservationStateAt(hold, person.now) === 'held'
  return {
    quantity: hold && !isLive ? quantity - hold.quantity : quantity,
    hold: hold && isLive ? savedView(hold) : null,
    waiting: person.waiting ?? null,
  }
}

const sharedView = (session: CountedSession, now: Date) => ({
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
  ...statusOf(session, now),
})

/** Sessions of a campaign, or one, with their numbers of this instant. */
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
  return sessions.map((session) => {
    const { remaining: _remaining, ...shared } = sharedView(session, now)
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

/** @throws {Refusal} event-tickets.unknown-session */
export const readStaffSession = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
): Promise<StaffSession> => {
  const [session] = await listStaffSessions(deps, { session_id })
  if (!session) throw new Refusal('event-tickets.unknown-session')
  return session
}

/** A session and its gates as they are this instant. @throws {Refusal} event-tickets.unknown-session */
export const watchSession = async (
  deps: Pick<EventTicketDeps, 'db' | 'clock'>,
  session_id: string,
): Promise<WatchedSession> => {
  const session = await readStaffSession(deps, session_id)
  return { ...session, gates: await countByGate(deps.db, session_id) }
}
