import { sql } from 'kysely'
import type { AdjustmentReason } from '@clube/contract/points/adjustment.ts'
import type { Db, Tx } from '../../db/database.ts'

/** A manual adjustment of points by staff. */
export type Adjustment = {
  id: string
  customer_id: string
  points: number
  may_owe: boolean
  reason: AdjustmentReason
  note: string
  staff_id: string
  created_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    points_adjustment: Adjustment
  }
}

const columns = [
  'id',
  'customer_id',
  'points',
  'may_owe',
  'reason',
  'note',
  'staff_id',
  'created_at',
] as const

/** Serializes one staff member's adjustments, so that the daily limit holds. */
export const lockAdjuster = async (tx: Tx, staff_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`points-adjuster:${staff_id}`}, 0))`.execute(tx)
}

export const findAdjustment = (db: Db, id: string): Promise<Adjustment | undefined> =>
  db.selectFrom('points_adjustment').select(columns).where('id', '=', id).executeTakeFirst()

export const insertAdjustment = async (tx: Tx, adjustment: Adjustment): Promise<void> => {
  await tx.insertInto('points_adjustment').values(adjustment).execute()
}

/** Total points that a staff member added or removed since an instant. */
export const sumAdjustedPoints = async (
  db: Db,
  filter: { staff_id: string; since: Date },
): Promise<number> => {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(abs(points)), 0)::bigint as points from points_adjustment
    where staff_id = ${filter.staff_id} and created_at >= ${filter.since}`.execute(db)
  return rows[0]?.points ?? 0
}

const listLimit = 20

/** Recent adjustments of a customer's points, newest first. */
export const listAdjustments = (db: Db, customer_id: string): Promise<Adjustment[]> =>
  db
    .selectFrom('points_adjustment')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listLimit)
    .execute()

/** Erases staff's notes on a customer's adjustments; points, reason and actor remain. */
export const eraseNotesOn = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx.updateTable('points_adjustment').set({ note: '' }).where('customer_id', '=', customer_id).execute()
}
