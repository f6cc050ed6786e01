import { receiptIdentityOf } from '@clube/contract/brazil/receipt-key.ts'
import type { ShopSegment } from '@clube/contract/receipts/shop.ts'
import { sql, type Generated, type GeneratedAlways } from 'kysely'
import { violatesConstraint } from '../../db/database-failure.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import type { ConflictingReceipt, Purchase } from './receipt.ts'

type ShopTable = {
  id: Generated<string>
  name: string
  cnpj: string
  segment: ShopSegment | null
  floor: string | null
  state: 'active' | 'inactive'
  created_at: Date
  updated_at: Date
}

type PurchaseTable = Omit<Purchase, 'id' | 'shop_name' | 'appeals' | 'points'> & {
  id: Generated<string>
  appeals: Generated<number>
  points: Generated<number>
  service_channel: string
  changed_by: string | null
  decided_by: string | null
  /** When the desk registered a reversed receipt again; a correction reverses and replaces it at the same time. */
  replaced_at: Date | null
  /** Issuer, model, series and number of the key, and its till (model and series) and number. */
  receipt_identity: GeneratedAlways<string>
  till: GeneratedAlways<string>
  till_number: GeneratedAlways<number>
}

declare module '../../db/tables.ts' {
  interface Tables {
    shop: ShopTable
    purchase: PurchaseTable
  }
}

export const pageSize = 20

const withShop = (db: Db) =>
  db
    .selectFrom('purchase')
    .innerJoin('shop', 'shop.id', 'purchase.shop_id')
    .select([
      'purchase.id',
      'customer_id',
      'identified_session_id',
      'shop_id',
      'shop.name as shop_name',
      'receipt_key',
      'amount_cents',
      'issued_on',
      'stated_amount_cents',
      'stated_on',
      'purchase.state',
      'reason',
      'review_reasons',
      'appeal',
      'appeals',
      'appealed_at',
      'appealed_reason',
      'appealed_decided_at',
      'appealed_decided_by',
      'points',
      'purchase.created_at',
      'decided_at',
      'device_hash',
      'consultation_url',
      'photo_requested_at',
    ])

export const findPurchase = (db: Db, id: string): Promise<Purchase | undefined> =>
  withShop(db).where('purchase.id', '=', id).executeTakeFirst()

/** The customer's receipt of a key, locked, unless it was rejected or replaced. */
export const lockCurrent = (
  tx: Tx,
  { customer_id, receipt_key }: Pick<Purchase, 'customer_id' | 'receipt_key'>,
): Promise<Purchase | undefined> =>
  withShop(tx)
    .where('customer_id', '=', customer_id)
    .where('receipt_key', '=', receipt_key)
    .where('purchase.state', '<>', 'rejected')
    .where('replaced_at', 'is', null)
    .forUpdate('purchase')
    .executeTakeFirst()

/** The row, locked until the transaction ends, so that concurrent decisions are serialized. */
export const lockPurchase = (tx: Tx, id: string): Promise<Purchase | undefined> =>
  withShop(tx).where('purchase.id', '=', id).forUpdate('purchase').executeTakeFirst()

/**
 * Registrations of the keys or of their numbers that are neither rejected nor replaced. A reversed one keeps its key, but
 * not the number: the shop's genuine receipt may be a different one.
 */
export const listConflicting = async (
  db: Db,
  receipt_keys: readonly string[],
): Promise<ConflictingReceipt[]> => {
  if (receipt_keys.length === 0) return []
  const { rows } = await sql<ConflictingReceipt>`
    select id, customer_id, identified_session_id, receipt_key, state from purchase
    where receipt_identity = any(${receipt_keys.map(receiptIdentityOf)}) and state <> 'rejected'
      and replaced_at is null and (state <> 'reversed' or receipt_key = any(${[...receipt_keys]}))`.execute(
    db,
  )
  return rows
}

const accessibleTo = (db: Db, { customer_id, identified_session_id }: Actor) =>
  withShop(db)
    .where('customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', identified_session_id),
    )

/** The actor's receipts under review. */
export const listPending = (db: Db, actor: Actor): Promise<Purchase[]> =>
  accessibleTo(db, actor).where('purchase.state', '=', 'pending_review').execute()

/** Receipts accessible to the actor before `cursor`, newest first; a replaced one is listed as its replacement only. */
export const listAccessible = (db: Db, input: Actor & { cursor: string | null }): Promise<Purchase[]> =>
  accessibleTo(db, input)
    .where('replaced_at', 'is', null)
    .$if(input.cursor !== null, (query) => query.where('purchase.id', '<', input.cursor ?? ''))
    .orderBy('purchase.id', 'desc')
    .limit(pageSize + 1)
    .execute()

export type QueuedPurchase = Purchase & { shop_cnpj: string } & Pick<PurchaseTable, 'changed_by'>

const withShopCnpj = (db: Db) => withShop(db).select(['shop.cnpj as shop_cnpj', 'changed_by'])

/** The current receipt of a key, else the last rejected or replaced one. */
export const findReviewed = (db: Db, receipt_key: string): Promise<QueuedPurchase | undefined> =>
  withShopCnpj(db)
    .where('receipt_key', '=', receipt_key)
    .orderBy(sql`purchase.state = 'rejected' or replaced_at is not null`)
    .orderBy('purchase.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listQueue = (db: Db, cursor: string | null): Promise<QueuedPurchase[]> =>
  withShopCnpj(db)
    .where('purchase.state', '=', 'pending_review')
    .$if(cursor !== null, (query) => query.where('purchase.id', '>', cursor ?? ''))
    .orderBy('purchase.id')
    .limit(pageSize + 1)
    .execute()

/** The number of receipts that wait for review, up to `limit`, excluding those that `rejected_by` rejected before. */
export const countQueue = async (
  db: Db,
  { rejected_by, limit }: { rejected_by: string | null; limit: number },
): Promise<number> =>
  (
    await db
      .selectFrom('purchase')
      .select('id')
      .where('state', '=', 'pending_review')
      .$if(rejected_by !== null, (query) =>
        query.where('appealed_decided_by', 'is distinct from', rejected_by),
      )
      .orderBy('id')
      .limit(limit)
      .execute()
  ).length

/** Serializes a customer's registrations, so that daily limits hold. */
export const lockCustomer = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipts:${customer_id}`}, 0))`.execute(tx)
}

export type NewPurchase = Pick<
  PurchaseTable,
  | 'customer_id'
  | 'identified_session_id'
  | 'shop_id'
  | 'receipt_key'
  | 'amount_cents'
  | 'issued_on'
  | 'state'
  | 'review_reasons'
  | 'service_channel'
  | 'created_at'
  | 'device_hash'
  | 'consultation_url'
  | 'decided_by'
> & { points: number; rejection: Rejection | null; replaced?: Replaced }

/** What the replaced registration stated, the attendant who replaced it, and when the new one was decided. */
export type Replaced = {
  stated_amount_cents: number
  stated_on: string
  changed_by: string
  decided_at: Date | null
}

/** A rejection that the customer contests. */
export type Rejection = Pick<PurchaseTable, 'reason' | 'decided_at' | 'decided_by'>

/** The last rejection of a receipt key that the customer registered earlier. */
export const findRejection = async (
  db: Db,
  { customer_id, receipt_key }: Pick<Purchase, 'customer_id' | 'receipt_key'>,
): Promise<Rejection | null> =>
  (await db
    .selectFrom('purchase')
    .select(['reason', 'decided_at', 'decided_by'])
    .where('customer_id', '=', customer_id)
    .where('receipt_key', '=', receipt_key)
    .where('state', '=', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** @returns the id, or null when the key, or the number of an approved receipt, is already used */
export const insertPurchase = async (
  tx: Tx,
  { rejection, replaced, ...purchase }: NewPurchase,
): Promise<string | null> => {
  const decided_at = purchase.state === 'pending_review' ? null : purchase.created_at
  const row = await tx
    .insertInto('purchase')
    .values({
      ...purchase,
      reason: null,
      appeal: null,
      appealed_at: null,
      appealed_reason: rejection?.reason ?? null,
      appealed_decided_at: rejection?.decided_at ?? null,
      appealed_decided_by: rejection?.decided_by ?? null,
      photo_requested_at: null,
      decided_at,
      ...replaced,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const savePurchaseState = async (
  tx: Tx,
  input: {
    id: string
    state: Purchase['state']
    reason: string | null
    points: number
    /** Staff who decided; null when the rules or the customer did. */
    decided_by: string | null
    appeal?: string
    now: Date
  },
): Promise<void> => {
  const { id, state, reason, points, decided_by, appeal, now } = input
  await tx
    .updateTable('purchase')
    .set({ state, reason, points, decided_by, decided_at: state === 'pending_review' ? null : now })
    .$if(appeal !== undefined, (query) =>
      query.set((row) => ({
        appeal: appeal ?? null,
        appeals: row('appeals', '+', 1),
        appealed_at: now,
        appealed_reason: row.ref('reason'),
        appealed_decided_at: row.ref('decided_at'),
        appealed_decided_by: row.ref('decided_by'),
      })),
    )
    .where('id', '=', id)
    .execute()
}

/**
 * Approves a receipt.
 * @returns false when another one of the same number is approved; the caller must roll back
 */
export const saveApproval = async (
  tx: Tx,
  input: {
    id: string
    state: 'approved' | 'auto_approved'
    points: number
    decided_by: string | null
    now: Date
  },
): Promise<boolean> => {
  try {
    await savePurchaseState(tx, { ...input, reason: null })
    return true
  } catch (error) {
    if (violatesConstraint(error, 'purchase_receipt_identity')) return false
    throw error
  }
}

export const savePurchaseReasons = async (
  tx: Tx,
  { id, review_reasons }: Pick<Purchase, 'id' | 'review_reasons'>,
): Promise<void> => {
  await tx.updateTable('purchase').set({ review_reasons }).where('id', '=', id).execute()
}

/** Replaces the amount and day that the customer stated with those on the paper; the original ones are kept. */
export const replaceStated = async (
  tx: Tx,
  input: Pick<Purchase, 'id' | 'amount_cents' | 'issued_on'> & { changed_by: string },
): Promise<void> => {
  const { id, amount_cents, issued_on, changed_by } = input
  await sql`
    update purchase set amount_cents = ${amount_cents}, issued_on = ${issued_on}, changed_by = ${changed_by},
      stated_amount_cents = coalesce(stated_amount_cents, amount_cents), stated_on = coalesce(stated_on, issued_on)
    where id = ${id}`.execute(tx)
}

/** Records that a new registration of the same key replaces a reversed receipt; its row is locked. */
export const saveReplacement = async (
  tx: Tx,
  { id, replaced_at }: { id: string; replaced_at: Date },
): Promise<void> => {
  await tx.updateTable('purchase').set({ replaced_at }).where('id', '=', id).execute()
}

/** The staff member who made the current decision; null when the rules made it. */
export const findDecider = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('purchase').select('decided_by').where('id', '=', id).executeTakeFirst())
    ?.decided_by ?? null

/** Records that staff requested a photo of a receipt, or null once it has arrived; the row is locked. */
export const savePhotoRequest = async (
  tx: Tx,
  { id, requested_at }: { id: string; requested_at: Date | null },
): Promise<void> => {
  await tx.updateTable('purchase').set({ photo_requested_at: requested_at }).where('id', '=', id).execute()
}

/** Receipts that the customer registered before this one, newest first. */
export const listEarlier = (
  db: Db,
  input: { customer_id: string; before: string; limit: number },
): Promise<Purchase[]> =>
  withShop(db)
    .where('customer_id', '=', input.customer_id)
    .where('purchase.id', '<', input.before)
    .orderBy('purchase.id', 'desc')
    .limit(input.limit)
    .execute()

/** The customers' approved receipts of a period, oldest first. */
export const listApproved = (
  db: Db,
  { customer_ids, first, last }: { customer_ids: readonly string[]; first: string; last: string },
) =>
  db
    .selectFrom('purchase')
    .select([
      'id',
      'customer_id',
      'identified_session_id',
      'shop_id',
      'amount_cents',
      'issued_on',
      'created_at',
      'decided_at',
    ])
    .where('customer_id', '=', sql<string>`any(${[...customer_ids]}::uuid[])`)
    .where('state', 'in', ['auto_approved', 'approved'])
    .where('issued_on', '>=', first)
    .where('issued_on', '<=', last)
    .orderBy('id')
    .execute()

/** Shop, amount and day of receipts, by id. */
export const describeReceipts = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Purchase, 'shop_name' | 'amount_cents' | 'issued_on'>>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('shop', 'shop.id', 'purchase.shop_id')
    .select(['purchase.id', 'shop.name as shop_name', 'amount_cents', 'issued_on'])
    .where('purchase.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** The approved ones of receipts, oldest first, each with the ids of all registrations of the same receipt. */
export const listRateable = async (db: Db, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const { rows } = await sql<
    Pick<Purchase, 'customer_id' | 'identified_session_id' | 'shop_id'> & {
      purchase_id: string
      registration_ids: string[]
    }
  >`
    select p.id as purchase_id, p.customer_id, p.identified_session_id, p.shop_id,
      (select array_agg(r.id) from purchase r where r.receipt_key = p.receipt_key) as registration_ids
    from purchase p
    where p.id = any(${[...ids]}::uuid[]) and p.state in ('auto_approved', 'approved')
    order by p.id`.execute(db)
  return rows
}

export const listAnomalies = async (db: Db, since: Date) => {
  const { rows } = await sql<{
    shop_name: string
    receipts: number
    rejected: number
    most_by_one_customer: number
    amount_cents: number
  }>`
    select name as shop_name, sum(receipts)::int as receipts, sum(rejected)::int as rejected,
      max(receipts)::int as most_by_one_customer, least(sum(amount), 2147483647)::int as amount_cents
    from (
      select shop_id, customer_id, count(*) as receipts, count(*) filter (where state = 'rejected') as rejected,
        sum(amount_cents) as amount
      from purchase where created_at >= ${since} and replaced_at is null group by shop_id, customer_id
    ) by_customer join shop on shop.id = shop_id
    group by shop.id, name having max(receipts) >= 5 or sum(rejected) > 0
    order by sum(rejected) desc, max(receipts) desc limit 50`.execute(db)
  return rows
}

/** All receipts of a customer. */
export const listPurchaseIds = async (db: Db, customer_id: string): Promise<string[]> => {
  const rows = await db.selectFrom('purchase').select('id').where('customer_id', '=', customer_id).execute()
  return rows.map(({ id }) => id)
}

/** Whether a receipt of the customer was reversed. */
export const hasReversed = async (db: Db, customer_id: string): Promise<boolean> =>
  (await db
    .selectFrom('purchase')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'reversed')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Erases the appeals and device fingerprints on a customer's receipts and rejects pending receipts. */
export const erasePerson = async (
  tx: Tx,
  input: { customer_id: string; reason: string; now: Date },
): Promise<void> => {
  const { customer_id, reason, now } = input
  await sql`
    update purchase set appeal = null, device_hash = null, consultation_url = null,
      reason = case when state = 'pending_review' then ${reason} else reason end,
      decided_at = case when state = 'pending_review' then ${now} else decided_at end,
      state = case when state = 'pending_review' then 'rejected' else state end
    where customer_id = ${customer_id}`.execute(tx)
}
