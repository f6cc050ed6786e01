import { sql, type ColumnType, type Generated } from 'kysely'
import type { AnnouncedPlan } from '@clube/contract/event-tickets/session-plan.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** An announced plan as JSON. */
type StoredPlan = Omit<AnnouncedPlan, 'starts_at' | 'cancel_until'> & {
  starts_at: string
  cancel_until: string
}
type PlanColumn = ColumnType<StoredPlan, string, string>

declare module '../../../db/tables.ts' {
  interface Tables {
    event_session_change: {
      id: Generated<string>
      session_id: string
      before: PlanColumn
      /** Null for a cancellation. */
      after: ColumnType<StoredPlan | null, string | null, string | null>
      people: number
      changed_by: string
      changed_at: Date
      notified_at: Date | null
    }
    event_session_notice: { change_id: string; customer_id: string }
  }
}

const serializePlan = ({ title, place, starts_at, cancel_until }: AnnouncedPlan): string =>
  JSON.stringify({ title, place, starts_at, cancel_until })

const parsePlan = (plan: StoredPlan): AnnouncedPlan => ({
  ...plan,
  starts_at: new Date(plan.starts_at),
  cancel_until: new Date(plan.cancel_until),
})

/** People affected by a change to a session: with tickets or a live hold, and only on the waiting list. */
export const countPeople = async (
  db: Db,
  { session_id, now }: { session_id: string; now: Date },
): Promise<{ holding: number; waiting: number }> => {
  const { rows } = await sql<{ holding: number; waiting: number }>`
    with holding as (
      select distinct customer_id from event_reservation
      where session_id = ${session_id} and state in ('held', 'confirmed')
        and (state = 'confirmed' or expires_at >= ${now})
    )
    select (select count(*) from holding) as holding,
      (select count(*) from event_waiting w where w.session_id = ${session_id} and w.state in ('waiting', 'offered')
        and not exists (select from holding h where h.customer_id = w.customer_id)) as waiting`.execute(db)
  return rows[0] ?? { holding: 0, waiting: 0 }
}

/** @returns the id of the change */
export const insertSessionChange = async (
  tx: Tx,
  change: {
    session_id: string
    before: AnnouncedPlan
    /** Null for a cancellation. */
    after: AnnouncedPlan | null
    people: number
    changed_by: string
    changed_at: Date
  },
): Promise<string> => {
  const { before, after, ...rest } = change
  const { id } = await tx
    .insertInto('event_session_change')
    .values({
      ...rest,
      before: serializePlan(before),
      after: after && serializePlan(after),
      notified_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type UnnotifiedChange = {
  id: string
  session_id: string
  before: AnnouncedPlan
  isCancellation: boolean
  changed_at: Date
}

/** A change of which not everyone has been notified. */
export const findUnnotified = async (db: Db, id: string): Promise<UnnotifiedChange | undefined> => {
  const row = await db
    .selectFrom('event_session_change')
    .select(['id', 'session_id', 'before', 'after', 'changed_at'])
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { after, ...change } = row
  return { ...change, before: parsePlan(row.before), isCancellation: after === null }
}

/** Changes of which not everyone has been notified, oldest first. */
export const listUnnotified = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('event_session_change')
    .select('id')
    .where('notified_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const saveNotified = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('event_session_change').set({ notified_at: now }).where('id', '=', id).execute()
}

/**
 * Customers who had places or an entry in the session when it was changed and still do, ordered by id, starting after
 * `after`.
 */
export const listAffected = async (
  db: Db,
  page: { session_id: string; changed_at: Date; now: Date; after: string | null; limit: number },
): Promise<{ customer_id: string; is_holding: boolean }[]> => {
  const { session_id, changed_at, now, after } = page
  const { rows } = await sql<{ customer_id: string; is_holding: boolean }>`
    select customer_id, bool_or(is_holding) as is_holding from (
      select customer_id, true as is_holding from event_reservation
      where session_id = ${session_id} and state in ('held', 'confirmed') and created_at <= ${changed_at}
        and (state = 'confirmed' or expires_at >= ${now})
      union all
      select customer_id, false from event_waiting
      where session_id = ${session_id} and state in ('waiting', 'offered') and joined_at <= ${changed_at}
    ) as affected where ${after}::uuid is null or customer_id > ${after}
    group by customer_id order by customer_id limit ${page.limit}`.execute(db)
  return rows
}

/** Marks customers as notified of a change. @returns those who had not been marked before */
export const insertNotices = async (
  tx: Tx,
  change_id: string,
  customer_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .insertInto('event_session_notice')
    .values(customer_ids.map((customer_id) => ({ change_id, customer_id })))
    .onConflict((conflict) => conflict.columns(['change_id', 'customer_id']).doNothing())
    .returning('customer_id')
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** The ticket details of reservations before the first change after they were made, by reservation. */
export const findPreviousPlans = async (
  db: Db,
  reservation_ids: readonly string[],
): Promise<ReadonlyMap<string, AnnouncedPlan>> => {
  const { rows } = await sql<{ id: string; before: StoredPlan }>`
    select distinct on (r.id) r.id, c.before
    from event_reservation r join event_session_change c
      on c.session_id = r.session_id and c.changed_at >= r.created_at
    where r.id = any(${[...reservation_ids]}::uuid[])
    order by r.id, c.changed_at`.execute(db)
  return new Map(rows.map(({ id, before }) => [id, parsePlan(before)]))
}
