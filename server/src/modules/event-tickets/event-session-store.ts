import { sql, type Generated } from 'kysely'
import type { SessionPlan } from '@clube/contract/event-tickets/session-plan.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { EventSession } from './event-session.ts'

type EventSessionTable = Omit<
  EventSession,
  'id' | 'held' | 'sold' | 'revision' | 'cancelled_at' | 'cancel_reason'
> & {
  id: Generated<string>
  held: Generated<number>
  sold: Generated<number>
  /** Maintained by triggers on the waiting list. */
  offered: Generated<number>
  waiting: Generated<number>
  waiting_places: Generated<number>
  revision: Generated<number>
  cancelled_at: Generated<Date | null>
  cancel_reason: Generated<string | null>
  created_at: Date
  updated_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    event_session: EventSessionTable
  }
}

const columns = [
  'id',
  'campaign_id',
  'title',
  'place',
  'starts_at',
  'ends_at',
  'sales_from',
  'sales_until',
  'cancel_until',
  'no_show_from',
  'capacity',
  'held',
  'sold',
  'limit_per_document',
  'minimum_age',
  'is_closed',
  'revision',
  'cancelled_at',
  'cancel_reason',
] as const

/** Locked until the transaction ends: everything that changes places of a session locks it before other rows. */
export const lockSession = (tx: Tx, id: string): Promise<EventSession | undefined> =>
  tx.selectFrom('event_session').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findSession = (db: Db, id: string): Promise<EventSession | undefined> =>
  db.selectFrom('event_session').select(columns).where('id', '=', id).executeTakeFirst()

/** The number of entries that wait for places of a session. */
export const countWaiting = async (db: Db, id: string): Promise<number> =>
  (await db.selectFrom('event_session').select('waiting').where('id', '=', id).executeTakeFirst())?.waiting ??
  0

/** The ids of a campaign's sessions, in the order in which they are locked. */
export const listSessionIds = async (db: Db, campaign_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('event_session')
    .select('id')
    .where('campaign_id', '=', campaign_id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether any session of the campaign that is not cancelled accepts reservations after an instant. */
export const hasSalesAfter = async (db: Db, campaign_id: string, instant: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('event_session')
    .select('id')
    .where('campaign_id', '=', campaign_id)
    .where('sales_until', '>', instant)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of the campaigns that have a session that is not cancelled. */
export const listCampaignsWithSessions = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('event_session')
    .select('campaign_id')
    .distinct()
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .where('cancelled_at', 'is', null)
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

/** The ids of the campaigns that have a session open for reservations with free places. */
export const listCampaignsWithPlaces = async (
  db: Db,
  campaign_ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('event_session')
    .select('campaign_id')
    .distinct()
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .where('cancelled_at', 'is', null)
    .where('is_closed', '=', false)
    .where('sales_from', '<=', now)
    .where('sales_until', '>', now)
    .where(sql<boolean>`held + sold < capacity`)
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

/** A session with the counters of its waiting list. */
export type CountedSession = EventSession & {
  /** Places of live offers, also counted in `held`. */
  offered: number
  /** Waiting entries. */
  waiting: number
  /** Places of the waiting entries. */
  waiting_places: number
}

/** All sessions of a campaign, or a single session, ordered by start. */
export const listCounted = async (
  db: Db,
  filter: { campaign_id: string } | { session_id: string },
): Promise<CountedSession[]> => {
  const query = db.selectFrom('event_session').select([...columns, 'offered', 'waiting', 'waiting_places'])
  const filtered =
    'campaign_id' in filter
      ? query.where('campaign_id', '=', filter.campaign_id)
      : query.where('id', '=', filter.session_id)
  return filtered.orderBy('starts_at').orderBy('id').execute()
}

/** Sessions with waiting customers or offers. */
export const listSessionsWithEntries = (db: Db): Promise<EventSession[]> =>
  db
    .selectFrom('event_session')
    .select(columns)
    .where((row) => row.or([row('waiting', '>', 0), row('offered', '>', 0)]))
    .orderBy('id')
    .execute()

/** Gate and ticket counters of sessions. */
export const countAdmissions = async (
  db: Db,
  session_ids: readonly string[],
): Promise<ReadonlyMap<string, { admitted: number; at_the_door: number; released: number }>> => {
  const { rows } = await sql<{ id: string; admitted: number; at_the_door: number; released: number }>`
    select s.id,
      (select count(*) from event_ticket t where t.session_id = s.id and t.state = 'used') as admitted,
      (select count(*) from event_ticket t where t.session_id = s.id and t.state = 'released') as released,
      (select coalesce(sum(c.quantity), 0) from event_scan c
        where c.session_id = s.id and c.result = 'door') as at_the_door
    from unnest(${[...session_ids]}::uuid[]) as s (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Number of sessions per campaign; campaigns without sessions are not in the map. */
export const countSessions = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('event_session')
    .select(['campaign_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', sql<string>`any(${[...campaign_ids]}::uuid[])`)
    .groupBy('campaign_id')
    .execute()
  return new Map(rows.map(({ campaign_id, count }) => [campaign_id, count]))
}

/** Sessions starting within a period, with the number of used tickets. */
export const listBetween = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('event_session')
    .select([
      'id',
      'campaign_id',
      'title',
      'place',
      'starts_at',
      'sold',
      'ends_at',
      'no_show_from',
      'cancelled_at',
    ])
    .select(
      sql<number>`(select count(*) from event_ticket t
        where t.session_id = event_session.id and t.state = 'used')`.as('admitted'),
    )
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', until)
    .orderBy('starts_at')
    .execute()

export const insertSession = async (
  tx: Tx,
  input: { campaign_id: string; plan: SessionPlan; now: Date },
): Promise<string> => {
  const { campaign_id, plan, now } = input
  const { id } = await tx
    .insertInto('event_session')
    .values({ campaign_id, ...plan, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns false when the capacity would be below the places held and sold */
export const updateSessionPlan = async (
  tx: Tx,
  input: { id: string; plan: SessionPlan; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_session')
    .set({ ...input.plan, revision: sql<number>`revision + 1`, updated_at: input.now })
    .where('id', '=', input.id)
    .where(sql<boolean>`held + sold <= ${input.plan.capacity}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels a session permanently. @returns false when it was already cancelled */
export const markSessionCancelled = async (
  tx: Tx,
  { id, reason: cancel_reason, now }: { id: string; reason: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_session')
    .set({ cancelled_at: now, cancel_reason, is_closed: true, updated_at: now })
    .set({ revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when there are reservations, waiting-list entries or scans */
export const deleteUnusedSession = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from event_session s where s.id = ${id}
      and not exists (select 1 from event_reservation where session_id = s.id)
      and not exists (select 1 from event_waiting where session_id = s.id)
      and not exists (select 1 from event_scan where session_id = s.id)
    returning s.id`.execute(tx)
  return rows.length > 0
}

/**
 * Moves places between free, held and sold; the session must be locked.
 * @returns false, without changes, when too few are free
 */
export const movePlaces = async (
  tx: Tx,
  id: string,
  change: { held?: number; sold?: number },
): Promise<boolean> => {
  const { held = 0, sold = 0 } = change
  const { rows } = await sql`
    update event_session set held = held + ${held}, sold = sold + ${sold}
    where id = ${id} and held + sold + ${held} + ${sold} <= capacity
    returning id`.execute(tx)
  return rows.length > 0
}
