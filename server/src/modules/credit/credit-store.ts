import type { Allocation } from '@clube/contract/campaigns/spend-rule.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Debt, DebtPayment, StoredCredit } from './credit.ts'

type PurchaseCreditTable = {
  purchase_id: string
  campaign_id: string
  customer_id: string
  identified_session_id: string | null
  amount_cents: number
  used_cents: Generated<number>
  created_at: Date
  revoked_at: Date | null
}

type PurchaseAllocationTable = {
  transaction_id: string
  purchase_id: string
  campaign_id: string
  amount_cents: number
  lost_cents: Generated<number>
  is_exclusive: boolean
  used_on: string
}

declare module '../../db/tables.ts' {
  interface Tables {
    purchase_credit: PurchaseCreditTable
    purchase_allocation: PurchaseAllocationTable
  }
}

/** Customers and the campaigns in question. */
export type CreditScope = {
  readonly customer_ids: readonly string[]
  readonly campaign_ids: readonly string[]
}

/** Serializes all changes to customers' credit, so that limits and exclusive receipts hold across campaigns. */
export const lockCredit = async (tx: Tx, customer_ids: readonly string[]): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('credit:' || id, 0))
    from (select distinct unnest(${[...customer_ids]}::uuid[]) as id order by id offset 0) customer`.execute(
    tx,
  )
}

/** The customers' credit in campaigns, oldest receipt first. */
export const listCredit = async (
  db: Db,
  { customer_ids, campaign_ids }: CreditScope,
): Promise<StoredCredit[]> => {
  const { rows } = await sql<StoredCredit>`
    select purchase_id, campaign_id, customer_id, identified_session_id, amount_cents, used_cents,
      revoked_at is not null as is_revoked,
      coalesce((
        select case when bool_or(a.is_exclusive) then 'used_exclusively' else 'used' end
        from purchase_allocation a
        where a.purchase_id = c.purchase_id and a.campaign_id <> c.campaign_id
        group by a.purchase_id
      ), 'unused') as elsewhere
    from purchase_credit c
    where customer_id = any(${[...customer_ids]}::uuid[]) and campaign_id = any(${[...campaign_ids]}::uuid[])
    order by purchase_id`.execute(db)
  return rows
}

export type NewCredit = Omit<PurchaseCreditTable, 'used_cents' | 'revoked_at'>

/** Stores new credit; what is already stored is unchanged. */
export const insertCredit = async (tx: Tx, credits: readonly NewCredit[]): Promise<void> => {
  await tx
    .insertInto('purchase_credit')
    .values(credits.map((credit) => ({ ...credit, revoked_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of uses in a campaign on a club day, by customer; customers without any are absent. */
export const countUsesOn = async (
  db: Db,
  input: { customer_ids: readonly string[]; campaign_id: string; day: string },
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ customer_id: string; uses: number }>`
    select c.customer_id, count(distinct a.transaction_id)::int as uses
    from purchase_credit c join purchase_allocation a using (purchase_id, campaign_id)
    where c.customer_id = any(${[...input.customer_ids]}::uuid[]) and c.campaign_id = ${input.campaign_id}
      and a.used_on = ${input.day}
    group by c.customer_id`.execute(db)
  return new Map(rows.map(({ customer_id, uses }) => [customer_id, uses]))
}

/**
 * Allocates credit to participations of one campaign.
 * @throws by a constraint when some of it is already used, which the lock prevents
 */
export const insertAllocations = async (
  tx: Tx,
  input: {
    campaign_id: string
    is_exclusive: boolean
    used_on: string
    allocations: readonly (Allocation & { transaction_id: string })[]
  },
): Promise<void> => {
  const { allocations, ...shared } = input
  const used = allocations.map(({ amount_cents, lost_cents }) => amount_cents + lost_cents)
  await tx
    .insertInto('purchase_allocation')
    .values(allocations.map((allocation) => ({ ...shared, ...allocation })))
    .execute()
  await sql`
    update purchase_credit c set used_cents = c.used_cents + used.cents
    from (
      select purchase_id, sum(cents)::int as cents
      from unnest(${allocations.map(({ purchase_id }) => purchase_id)}::uuid[], ${used}::int[]) as a(purchase_id, cents)
      group by purchase_id
    ) used
    where c.purchase_id = used.purchase_id and c.campaign_id = ${input.campaign_id}`.execute(tx)
}

const addToUsedCents = async (
  tx: Tx,
  { purchase_id, campaign_id, change }: { purchase_id: string; campaign_id: string; change: number },
): Promise<void> => {
  await tx
    .updateTable('purchase_credit')
    .set((row) => ({ used_cents: sql<number>`${row.ref('used_cents')} + ${change}` }))
    .where('purchase_id', '=', purchase_id)
    .where('campaign_id', '=', campaign_id)
    .execute()
}

/** The customers and campaigns whose credit participations use, in locking order. */
export const listCreditOwners = async (
  tx: Tx,
  transaction_ids: readonly string[],
): Promise<{ customer_id: string; campaign_id: string }[]> => {
  const { rows } = await sql<{ customer_id: string; campaign_id: string }>`
    select distinct c.customer_id, c.campaign_id
    from purchase_allocation a join purchase_credit c using (purchase_id, campaign_id)
    where a.transaction_id = any(${[...transaction_ids]}::uuid[])
    order by c.customer_id, c.campaign_id`.execute(tx)
  return rows
}

/** Returns the credit that participations used, and the lost remainders, to the receipts. */
export const deleteAllocations = async (tx: Tx, transaction_ids: readonly string[]): Promise<void> => {
  await sql`
    with released as (
      delete from purchase_allocation where transaction_id = any(${[...transaction_ids]}::uuid[])
      returning purchase_id, campaign_id, amount_cents + lost_cents as cents
    )
    update purchase_credit c set used_cents = c.used_cents - r.cents
    from (select purchase_id, campaign_id, sum(cents)::int as cents from released group by 1, 2) r
    where c.purchase_id = r.purchase_id and c.campaign_id = r.campaign_id`.execute(tx)
}

/**
 * Revokes the credit of a reversed receipt. Remainders lost with its uses do not become debt.
 * @returns the campaigns in which it counted
 */
export const revokeCredit = async (
  tx: Tx,
  { purchase_id, now }: { purchase_id: string; now: Date },
): Promise<string[]> => {
  await sql`update purchase_allocation set lost_cents = 0 where purchase_id = ${purchase_id}`.execute(tx)
  const { rows } = await sql<{ campaign_id: string }>`
    update purchase_credit c set revoked_at = ${now}, used_cents = (
      select coalesce(sum(a.amount_cents), 0)::int from purchase_allocation a
      where a.purchase_id = c.purchase_id and a.campaign_id = c.campaign_id
    )
    where purchase_id = ${purchase_id} and revoked_at is null returning campaign_id`.execute(tx)
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Debts of customers in campaigns, oldest participation first. */
export const listDebts = async (tx: Tx, { customer_ids, campaign_ids }: CreditScope): Promise<Debt[]> => {
  const { rows } = await sql<Debt>`
    select a.transaction_id, a.purchase_id, c.campaign_id, c.customer_id, c.identified_session_id,
      a.amount_cents as cents
    from purchase_credit c join purchase_allocation a using (purchase_id, campaign_id)
    where c.customer_id = any(${[...customer_ids]}::uuid[]) and c.campaign_id = any(${[...campaign_ids]}::uuid[])
      and c.revoked_at is not null
    order by a.transaction_id, a.purchase_id`.execute(tx)
  return rows
}

/** Moves part of an allocation from a reversed receipt to another one. */
export const moveAllocation = async (
  tx: Tx,
  { transaction_id, from, to, cents, campaign_id }: DebtPayment & { campaign_id: string },
): Promise<void> => {
  await sql`
    insert into purchase_allocation
      (transaction_id, purchase_id, campaign_id, amount_cents, is_exclusive, used_on)
    select transaction_id, ${to}::uuid, campaign_id, ${cents}::int, is_exclusive, used_on from purchase_allocation
    where transaction_id = ${transaction_id} and purchase_id = ${from}
    on conflict (transaction_id, purchase_id)
      do update set amount_cents = purchase_allocation.amount_cents + excluded.amount_cents`.execute(tx)
  await sql`
    delete from purchase_allocation
    where transaction_id = ${transaction_id} and purchase_id = ${from} and amount_cents = ${cents}`.execute(
    tx,
  )
  await sql`
    update purchase_allocation set amount_cents = amount_cents - ${cents}
    where transaction_id = ${transaction_id} and purchase_id = ${from} and amount_cents > ${cents}`.execute(
    tx,
  )
  await addToUsedCents(tx, { purchase_id: from, campaign_id, change: -cents })
  await addToUsedCents(tx, { purchase_id: to, campaign_id, change: cents })
}

/** The receipts that participations use, by participation. */
export const listAllocated = async (
  db: Db,
  transaction_ids: readonly string[],
): Promise<{ transaction_id: string; purchase_id: string }[]> =>
  db
    .selectFrom('purchase_allocation')
    .select(['transaction_id', 'purchase_id'])
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .orderBy('transaction_id')
    .orderBy('purchase_id')
    .execute()
