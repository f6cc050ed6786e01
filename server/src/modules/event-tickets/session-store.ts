import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { CampaignLife, Session, SessionPlan } from './session.ts'

type EventSessionTable = Omit<Session, 'id' | 'held' | 'sold'> & {
  id: Generated<string>
  held: Generated<number>
  sold: Generated<number>
  created_at: Date
  updated_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    event_session: EventSessionTable
  }
}

const columns = [
  'event_session.id',
  'event_session.campaign_id',
  'event_session.title',
  'event_session.place',
  'event_session.starts_at',
  'event_session.ends_at',
  'sales_from',
  'sales_until',
  'cancel_until',
  'no_show_from',
  'capacity',
  'held',
  'sold',
  'limit_per_document',
  'event_session.minimum_age',
  'is_closed',
] as const

/** Held until the transaction ends: everything that moves places of a session does this before touching other rows. */
export const lockSession = (tx: Tx, id: string): Promise<Session | undefined> =>
  tx.selectFrom('event_session').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findSession = (db: Db, id: string): Promise<Session | undefined> =>
  db.selectFrom('event_session').select(columns).where('id', '=', id).executeTakeFirst()

/** A session with what its status and the desk's numbers need. */
export type CountedSession = Session &
  CampaignLife & {
    offered: number
    waiting: number
    waiting_places: number
  }

/** Sessions of a campaign, or one of them, the first to begin first. */
export const listCounted = async (
  db: Db,
  which: { campaign_id: string } | { session_id: string },
): Promise<CountedSession[]> => {
  const query = db
    .selectFrom('event_session')
    .innerJoin('campaign', 'campaign.id', 'event_session.campaign_id')
    .select(columns)
    .select([
      'campaign.state as campaign_state',
      'campaign.starts_at as campaign_starts_at',
      'campaign.ends_at as campaign_ends_at',
      sql<number>`(select coalesce(sum(quantity), 0) from event_waiting
        where session_id = event_session.id and state = 'offered')`.as('offered'),
      sql<number>`(select count(*) from event_waiting
        where session_id = event_session.id and state = 'waiting')`.as('waiting'),
      sql<number>`(select coalesce(sum(quantity), 0) from event_waiting
        where session_id = event_session.id and state = 'waiting')`.as('waiting_places'),
    ])
  const filtered =
    'campaign_id' in which
      ? query.where('event_session.campaign_id', '=', which.campaign_id)
      : query.where('event_session.id', '=', which.session_id)
  return filtered.orderBy('event_session.starts_at').orderBy('event_session.id').execute()
}

/** What gates and tickets of sessions came to. */
export const countEntries = async (
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

/** Whether shoppers may know of the campaign and its kind has sessions. */
export const isEventCampaign = async (db: Db, campaign_id: string, isPublic: boolean): Promise<boolean> => {
  let query = db
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', campaign_id)
    .where('kind', '=', 'event_tickets')
  if (isPublic) query = query.where('state', 'not in', ['draft', 'in_review', 'archived'])
  return (await query.executeTakeFirst()) !== undefined
}

/** Campaigns with sessions, or that could get some, the last to end first. */
export const listEventCampaigns = async (db: Db) => {
  const rows = await db
    .selectFrom('campaign')
    .select(['id', 'slug', 'title', 'starts_at', 'ends_at'])
    .select((row) =>
      row
        .selectFrom('event_session')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('event_session.campaign_id', '=', 'campaign.id')
        .as('sessions'),
    )
    .where('kind', '=', 'event_tickets')
    .where('state', '<>', 'archived')
    .orderBy('ends_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, sessions: row.sessions ?? 0 }))
}

/** Sessions that begin within a period, with their campaign and how many were let in. */
export const listBetween = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('event_session')
    .innerJoin('campaign', 'campaign.id', 'event_session.campaign_id')
    .select(['event_session.id', 'event_session.title', 'place', 'event_session.starts_at', 'sold'])
    .select(['event_session.ends_at', 'no_show_from'])
    .select('campaign.title as campaign_title')
    .select(
      sql<number>`(select count(*) from event_ticket t
        where t.session_id = event_session.id and t.state = 'used')`.as('admitted'),
    )
    .where('event_session.starts_at', '>=', from)
    .where('event_session.starts_at', '<=', until)
    .orderBy('event_session.starts_at')
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

/** @returns false when fewer places would be left than are held and sold */
export const updateSessionPlan = async (
  tx: Tx,
  input: { id: string; plan: SessionPlan; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_session')
    .set({ ...input.plan, updated_at: input.now })
    .where('id', '=', input.id)
    .where(sql<boolean>`held + sold <= ${input.plan.capacity}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when somebody has reserved, waited or come to a gate */
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
 * Moves places between free, held and sold; the session is locked.
 * @returns false when there are not so many free ones: nothing was moved then
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
