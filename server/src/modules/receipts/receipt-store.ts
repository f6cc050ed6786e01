import { sql, type Generated, type GeneratedAlways } from 'kysely'
import { violatesConstraint } from '../../db/database-failure.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import { receiptIdentityOf } from '@clube/contract/brazil/receipt-key.ts'
import { neighbours, recentDays, usualFrom, type ReceiptFindings, type TillReceipt } from './plausibility.ts'
import type { Purchase } from './receipt.ts'

type ShopTable = {
  id: Generated<string>
  name: string
  cnpj: string
  state: 'active' | 'inactive'
  created_at: Date
  updated_at: Date
}

type PurchaseTable = Omit<Purchase, 'id' | 'shop_name' | 'appeals' | 'points'> & {
  id: Generated<string>
  appeals: Generated<number>
  points: Generated<number>
  service_channel: string
  transaction_id: string | null
  decided_at: Date | null
  /** Issuer, model, series and number of the key, and its till (model and series) and number. */
  receipt_identity: GeneratedAlways<string>
  till: GeneratedAlways<string>
  till_number: GeneratedAlways<number>
}

type ShopTillTable = {
  shop_id: string
  till: string
  number: number
  seen_on: string
  purchase_id: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    shop: ShopTable
    purchase: PurchaseTable
    shop_till: ShopTillTable
  }
}

export const pageSize = 20

const dayMs = 24 * 3_600_000

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
      'purchase.state',
      'reason',
      'review_reasons',
      'appeal',
      'appeals',
      'points',
      'purchase.created_at',
      'device_hash',
    ])

export const findPurchase = (db: Db, id: string): Promise<Purchase | undefined> =>
  withShop(db).where('purchase.id', '=', id).executeTakeFirst()

/** The row, locked until the transaction ends, so that concurrent decisions are serialised. */
export const lockPurchase = (tx: Tx, id: string): Promise<Purchase | undefined> =>
  withShop(tx).where('purchase.id', '=', id).forUpdate('purchase').executeTakeFirst()

/** A registration that excludes another one of the same receipt. */
export type TakenReceipt = Pick<Purchase, 'id' | 'customer_id' | 'receipt_key' | 'state'>

/**
 * Registrations of the key or of its number that are not rejected. A reversed one keeps its key, but not the number: the
 * shop's own receipt may be another.
 */
export const listTaken = async (db: Db, receipt_key: string): Promise<TakenReceipt[]> => {
  const { rows } = await sql<TakenReceipt>`
    select id, customer_id, receipt_key, state from purchase
    where receipt_identity = ${receiptIdentityOf(receipt_key)} and state <> 'rejected'
      and (state <> 'reversed' or receipt_key = ${receipt_key})`.execute(db)
  return rows
}

/** Receipts accessible to the actor before `cursor`, newest first. */
export const listAccessible = (db: Db, input: Actor & { cursor: string | null }): Promise<Purchase[]> =>
  withShop(db)
    .where('customer_id', '=', input.customer_id)
    .$if(input.identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', input.identified_session_id),
    )
    .$if(input.cursor !== null, (query) => query.where('purchase.id', '<', input.cursor ?? ''))
    .orderBy('purchase.id', 'desc')
    .limit(pageSize + 1)
    .execute()

export type QueuedPurchase = Purchase & { shop_cnpj: string }

const withShopCnpj = (db: Db) => withShop(db).select('shop.cnpj as shop_cnpj')

/** The approved or pending receipt of a key, else the last rejected one. */
export const findReviewed = (db: Db, receipt_key: string): Promise<QueuedPurchase | undefined> =>
  withShopCnpj(db)
    .where('receipt_key', '=', receipt_key)
    .orderBy(sql`purchase.state = 'rejected'`)
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

/** Serialises a customer's registrations, so that daily limits hold. */
export const lockCustomer = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipts:${customer_id}`}, 0))`.execute(tx)
}

/** Everything about a receipt that the rules need, in one statement. */
export const findingsOf = async (
  tx: Tx,
  input: {
    /** The customer, and the person's deleted accounts. */
    customer_ids: readonly string[]
    receipt: Pick<Purchase, 'shop_id' | 'receipt_key' | 'amount_cents' | 'issued_on' | 'device_hash'>
    till: { till: string; number: number }
    /** The receipt itself, when it is stored already. */
    except_id: string | null
    day_start: Date
    distrust_since: Date
    now: Date
  },
): Promise<Omit<ReceiptFindings, 'fiscal'>> => {
  const { receipt, till, now } = input
  const { shop_id, receipt_key, amount_cents, issued_on, device_hash } = receipt
  const recent = new Date(now.getTime() - recentDays * dayMs)
  const ids = sql`any(${[...input.customer_ids]}::uuid[])`
  const except = sql`(${input.except_id}::uuid is null or id <> ${input.except_id}::uuid)`
  const accepted = sql`state in ('auto_approved', 'approved')`
  const near = (below: boolean) => sql<TillReceipt[]>`
    coalesce((select json_agg(other) from (
      (select till_number as number, issued_on from purchase
        where shop_id = ${shop_id} and till = ${till.till} and state = 'approved' and ${except}
          and till_number ${below ? sql`<` : sql`>`} ${till.number}
        order by till_number ${below ? sql`desc` : sql`asc`} limit ${neighbours})
      union all
      (select number, seen_on from shop_till
        where shop_id = ${shop_id} and till = ${till.till} and purchase_id is null
          and number ${below ? sql`<` : sql`>`} ${till.number})
      order by number ${below ? sql`desc` : sql`asc`} limit ${neighbours}
    ) other), '[]')`
  const { rows } = await sql<{
    person: Omit<ReceiptFindings['person'], 'auto_approved'> & { auto_count: number; auto_cents: number }
    is_known: boolean
    below: TillReceipt[]
    above: TillReceipt[]
    usual_cents: number | null
    device: NonNullable<ReceiptFindings['device']>
    same_number: ReceiptFindings['same_number']
  }>`
    select
      (select row_to_json(own) from (
        select
          count(*) filter (where created_at >= ${input.day_start}) as today,
          count(*) filter (where created_at >= ${input.day_start} and shop_id = ${shop_id}) as at_shop_today,
          count(*) filter (where created_at >= ${recent} and shop_id = ${shop_id}) as at_shop_recently,
          count(*) filter (where created_at >= ${recent} and state = 'rejected') as rejected_recently,
          count(*) filter (where decided_at >= ${input.distrust_since} and state = 'reversed') as reversed,
          count(*) filter (where created_at >= ${recent} and state in ('auto_approved', 'reversed'))
            as auto_count,
          coalesce(sum(amount_cents) filter
            (where created_at >= ${recent} and state in ('auto_approved', 'reversed')), 0) as auto_cents
        from purchase where customer_id = ${ids} and ${except}
      ) own) as person,
      exists (select from shop_till where shop_id = ${shop_id} and till = ${till.till}) as is_known,
      ${near(true)} as below,
      ${near(false)} as above,
      (select percentile_cont(0.95) within group (order by amount_cents) from (
        select amount_cents from purchase where shop_id = ${shop_id} and ${accepted} and ${except}
        order by created_at desc limit ${usualFrom.most}
      ) usual having count(*) >= ${usualFrom.least}) as usual_cents,
      (select row_to_json(used) from (
        select count(distinct customer_id) as other_customers, count(*) filter (where state = 'reversed') as reversed
        from purchase
        where device_hash = ${device_hash} and created_at >= ${recent} and customer_id <> all(
          ${[...input.customer_ids]}::uuid[])
      ) used) as device,
      (select row_to_json(same) from (
        select count(*) filter (where ${accepted}) as approved,
          count(*) filter (where state = 'reversed'
            or (state = 'rejected' and (receipt_key = ${receipt_key} or customer_id = ${ids}))) as refused
        from purchase where receipt_identity = ${receiptIdentityOf(receipt_key)} and ${except}
      ) same) as same_number`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A statement without a table has one row')
  const { auto_count: count, auto_cents: cents, ...person } = found.person
  return {
    amount_cents,
    issued_on,
    number: till.number,
    person: { ...person, auto_approved: { count, cents } },
    till: { is_known: found.is_known, below: found.below, above: found.above },
    usual_cents: found.usual_cents,
    device: device_hash === null ? null : found.device,
    same_number: found.same_number,
  }
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
> & { points: number }

/** @returns the id, or null when the key, or the number of an approved receipt, is already used */
export const insertPurchase = async (tx: Tx, purchase: NewPurchase): Promise<string | null> => {
  const decided_at = purchase.state === 'pending_review' ? null : purchase.created_at
  const row = await tx
    .insertInto('purchase')
    .values({ ...purchase, reason: null, appeal: null, transaction_id: null, decided_at })
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
    appeal?: string
    now: Date
  },
): Promise<void> => {
  const { id, state, reason, points, appeal, now } = input
  await tx
    .updateTable('purchase')
    .set({ state, reason, points, decided_at: state === 'pending_review' ? null : now })
    .$if(appeal !== undefined, (query) =>
      query.set((row) => ({ appeal: appeal ?? null, appeals: row('appeals', '+', 1) })),
    )
    .where('id', '=', id)
    .execute()
}

/**
 * Approves a receipt.
 * @returns false when another one of the same number is approved; the caller must not go on in this transaction
 */
export const saveApproval = async (
  tx: Tx,
  input: { id: string; state: 'approved' | 'auto_approved'; points: number; now: Date },
): Promise<boolean> => {
  try {
    await savePurchaseState(tx, { ...input, reason: null })
    return true
  } catch (error) {
    if (violatesConstraint(error, 'purchase_receipt_identity')) return false
    throw error
  }
}

/** Changes why a receipt waits, and, when staff read them off the paper, its amount and day. */
export const savePurchaseReasons = async (
  tx: Tx,
  input: Pick<Purchase, 'id' | 'review_reasons'> & Partial<Pick<Purchase, 'amount_cents' | 'issued_on'>>,
): Promise<void> => {
  const { id, ...facts } = input
  await tx.updateTable('purchase').set(facts).where('id', '=', id).execute()
}

/** Records that staff have seen a receipt of its till. */
export const saveTill = async (
  tx: Tx,
  till: Omit<ShopTillTable, 'purchase_id'> & { purchase_id: string | null },
): Promise<void> => {
  await tx
    .insertInto('shop_till')
    .values(till)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets a till that was known by this receipt only. */
export const deleteTillOf = async (tx: Tx, purchase_id: string): Promise<void> => {
  await tx.deleteFrom('shop_till').where('purchase_id', '=', purchase_id).execute()
}

/** Claims approved, unused receipts for a participation. @returns the number claimed */
export const claimPurchases = async (
  tx: Tx,
  input: Actor & { transaction_id: string; purchase_ids: readonly string[] },
): Promise<number> => {
  if (input.purchase_ids.length === 0) return 0
  const claimed = await tx
    .updateTable('purchase')
    .set({ transaction_id: input.transaction_id })
    .where('id', 'in', input.purchase_ids)
    .where('customer_id', '=', input.customer_id)
    .$if(input.identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', input.identified_session_id),
    )
    .where('state', 'in', ['auto_approved', 'approved'])
    .where('transaction_id', 'is', null)
    .returning('id')
    .execute()
  return claimed.length
}

export const releasePurchases = async (tx: Tx, transaction_ids: readonly string[]): Promise<void> => {
  if (transaction_ids.length === 0) return
  await tx
    .updateTable('purchase')
    .set({ transaction_id: null })
    .where('transaction_id', 'in', transaction_ids)
    .execute()
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
      from purchase where created_at >= ${since} group by shop_id, customer_id
    ) by_customer join shop on shop.id = shop_id
    group by shop.id, name having max(receipts) >= 5 or sum(rejected) > 0
    order by sum(rejected) desc, max(receipts) desc limit 50`.execute(db)
  return rows
}

/** All receipts of a customer. */
export const purchasesOf = async (db: Db, customer_id: string): Promise<string[]> => {
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

/** Erases a customer's texts on receipts and rejects pending ones. */
export const erasePerson = async (
  tx: Tx,
  input: { customer_id: string; reason: string; now: Date },
): Promise<void> => {
  const { customer_id, reason, now } = input
  await sql`
    update purchase set appeal = null, device_hash = null,
      reason = case when state = 'pending_review' then ${reason} else reason end,
      decided_at = case when state = 'pending_review' then ${now} else decided_at end,
      state = case when state = 'pending_review' then 'rejected' else state end
    where customer_id = ${customer_id}`.execute(tx)
}
