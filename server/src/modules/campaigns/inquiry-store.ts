import { sql } from 'kysely'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'

/** How an external system is asked about the outcome of a participation. */
export type Inquiry = {
  transaction_id: string
  kind: PromotionKind
  /** `desk`: it gave no usable answer for hours, or a contradictory one, so staff decide. */
  state: 'asking' | 'desk' | 'settled'
  /** Number of requests so far. */
  attempts: number
  /** Why the last answer did not settle the participation; a short code. */
  cause: string | null
  started_at: Date
  next_at: Date
  settled_at: Date | null
}

const inquiryColumns = [
  'transaction_id',
  'kind',
  'state',
  'attempts',
  'cause',
  'started_at',
  'next_at',
  'settled_at',
] as const satisfies readonly (keyof Inquiry)[]

declare module '../../db/tables.ts' {
  interface Tables {
    external_inquiry: Inquiry
  }
}

/** Records first requests, which the caller sends; others are due at `next_at`, in case its process ends before. */
export const insertInquiries = async (
  tx: Tx,
  {
    transaction_ids,
    kind,
    started_at,
    next_at,
  }: Pick<Inquiry, 'kind' | 'started_at' | 'next_at'> & { transaction_ids: readonly string[] },
): Promise<void> => {
  await sql`
    insert into external_inquiry (transaction_id, kind, state, attempts, started_at, next_at)
    select id, ${kind}, 'asking', 1, ${started_at}, ${next_at}
    from unnest(${[...transaction_ids]}::uuid[]) as t (id)`.execute(tx)
}

/** Claims due inquiries of a kind, which are due again at `again_at`, so that only one process asks meanwhile; oldest first. */
export const claimDue = async (
  db: Db,
  claim: { kind: PromotionKind; now: Date; again_at: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ transaction_id: string }>`
    update external_inquiry set attempts = attempts + 1, next_at = ${claim.again_at}
    where transaction_id in (
      select transaction_id from external_inquiry
      where kind = ${claim.kind} and state = 'asking' and next_at <= ${claim.now}
      order by next_at limit ${claim.limit} for update skip locked
    )
    returning transaction_id`.execute(db)
  return rows.map(({ transaction_id }) => transaction_id).sort()
}

/** Inquiries by participation, locked until the transaction ends. */
export const lockInquiries = async (
  tx: Tx,
  transaction_ids: readonly string[],
): Promise<ReadonlyMap<string, Inquiry>> => {
  const rows = await tx
    .selectFrom('external_inquiry')
    .select(inquiryColumns)
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .orderBy('transaction_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

export const lockInquiry = async (tx: Tx, transaction_id: string): Promise<Inquiry | undefined> =>
  (await lockInquiries(tx, [transaction_id])).get(transaction_id)

/** Stores what follows from an answer, or from a decision to ask again. */
export const saveInquiry = async (
  tx: Tx,
  transaction_id: string,
  change:
    | { state: 'asking'; cause: string | null; next_at: Date; attempts?: number }
    | { state: 'desk'; cause: string },
): Promise<void> => {
  await tx
    .updateTable('external_inquiry')
    .set(change)
    .where('transaction_id', '=', transaction_id)
    .where('state', '<>', 'settled')
    .execute()
}

/** Marks locked inquiries as settled. */
export const saveSettled = async (
  tx: Tx,
  transaction_ids: readonly string[],
  settled_at: Date,
): Promise<void> => {
  await tx
    .updateTable('external_inquiry')
    .set({ state: 'settled', settled_at })
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .where('state', '<>', 'settled')
    .execute()
}

/** Inquiries by participation. */
export const findInquiries = async (
  db: Db,
  transaction_ids: readonly string[],
): Promise<ReadonlyMap<string, Inquiry>> => {
  const rows = await db
    .selectFrom('external_inquiry')
    .select(inquiryColumns)
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

/** Inquiries of a kind that staff must decide, oldest first. */
export const listDeskInquiries = (db: Db, kind: PromotionKind, limit: number): Promise<Inquiry[]> =>
  db
    .selectFrom('external_inquiry')
    .select(inquiryColumns)
    .where('kind', '=', kind)
    .where('state', '=', 'desk')
    .orderBy('started_at')
    .limit(limit)
    .execute()

/** The number of inquiries of a kind that staff must decide. */
export const countDeskInquiries = async (db: Db, kind: PromotionKind): Promise<number> => {
  const { count } = await db
    .selectFrom('external_inquiry')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', '=', 'desk')
    .executeTakeFirstOrThrow()
  return Number(count)
}
