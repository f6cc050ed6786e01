import { sql } from 'kysely'
import type { RefundState } from '@clube/contract/partner-points/desk-calls.ts'
import type { Db, Tx } from '../../../db/database.ts'

export type PartnerRefundRow = {
  id: string
  partner: string
  transaction_id: string
  state: RefundState
  partner_points: number
  club_points: number
  reason: string
  proposed_by: string
  proposed_at: Date
  confirmed_by: string | null
  confirmed_at: Date | null
  attempts: number
  next_at: Date | null
  finished_at: Date | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_refund: PartnerRefundRow
  }
}

const columns = [
  'id',
  'partner',
  'transaction_id',
  'state',
  'partner_points',
  'club_points',
  'reason',
  'proposed_by',
  'proposed_at',
  'confirmed_by',
  'confirmed_at',
  'attempts',
  'next_at',
  'finished_at',
] as const

/** A refund by its id. */
export const findRefund = (db: Db, id: string): Promise<PartnerRefundRow | undefined> =>
  db.selectFrom('partner_refund').select(columns).where('id', '=', id).executeTakeFirst()

/** The refund, locked until the transaction ends; its participation is locked before. */
export const lockRefund = (tx: Tx, id: string): Promise<PartnerRefundRow | undefined> =>
  tx.selectFrom('partner_refund').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** @returns false when the id is taken, or the participation has a refund that was not withdrawn */
export const insertRefund = async (
  tx: Tx,
  refund: Pick<
    PartnerRefundRow,
    | 'id'
    | 'partner'
    | 'transaction_id'
    | 'partner_points'
    | 'club_points'
    | 'reason'
    | 'proposed_by'
    | 'proposed_at'
  >,
): Promise<boolean> => {
  const row = await tx
    .insertInto('partner_refund')
    .values({
      ...refund,
      state: 'proposed',
      confirmed_by: null,
      confirmed_at: null,
      attempts: 0,
      next_at: null,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes a refund that is in the given state. @returns false when it is in another one */
export const saveRefund = async (
  tx: Tx,
  id: string,
  from: RefundState,
  change: Partial<
    Pick<
      PartnerRefundRow,
      'state' | 'club_points' | 'confirmed_by' | 'confirmed_at' | 'attempts' | 'next_at' | 'finished_at'
    >
  >,
): Promise<boolean> => {
  const row = await tx
    .updateTable('partner_refund')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Claims due refunds, which are due again at `again_at`, so that only one process asks meanwhile. */
export const claimDueRefunds = async (
  db: Db,
  { now, again_at, limit }: { now: Date; again_at: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update partner_refund set attempts = attempts + 1, next_at = ${again_at}
    where id in (
      select id from partner_refund where state = 'sending' and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked
    ) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Participations with a refund that was not withdrawn. */
export const findRefundedIds = async (
  db: Db,
  transaction_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('partner_refund')
    .select('transaction_id')
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .where('state', '<>', 'withdrawn')
    .execute()
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}

/** Refunds of a partner that wait for a person, oldest first. */
export const listWaitingRefunds = (db: Db, partner: string): Promise<PartnerRefundRow[]> =>
  db
    .selectFrom('partner_refund')
    .select(columns)
    .where('partner', '=', partner)
    .where('state', 'in', ['proposed', 'desk'])
    .orderBy('proposed_at')
    .limit(200)
    .execute()

/** The other refunds of a partner after a position, newest first. */
export const listOtherRefunds = (
  db: Db,
  { partner, before, limit }: { partner: string; before: string | null; limit: number },
): Promise<PartnerRefundRow[]> => {
  const query = db
    .selectFrom('partner_refund')
    .select(columns)
    .where('partner', '=', partner)
    .where('state', 'not in', ['proposed', 'desk'])
    .orderBy('proposed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return (
    before === null
      ? query
      : query.where(
          sql<boolean>`(proposed_at, id) < (select b.proposed_at, b.id from partner_refund b where b.id = ${before})`,
        )
  ).execute()
}

/** Numbers of refunds that wait for a person, by partner. */
export const countWaitingRefunds = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ partner: string; count: number }>`
    select partner, count(*)::int as count from partner_refund
    where state in ('proposed', 'desk') group by partner`.execute(db)
  return new Map(rows.map(({ partner, count }) => [partner, count]))
}

/** The number of refunds that the member can confirm or that the partner did not answer. */
export const countRefundsToDecide = async (db: Db, staff_id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from partner_refund
    where state = 'desk' or (state = 'proposed' and proposed_by <> ${staff_id})`.execute(db)
  return rows[0]?.count ?? 0
}
