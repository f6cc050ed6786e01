import { receiptIdentityOf } from '@clube/contract/brazil/receipt-key.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import {
  neighbors,
  recentDays,
  usualAmountSample,
  type ReceiptFindings,
  type TillReceipt,
} from './plausibility.ts'
import type { Purchase } from './receipt.ts'

type ShopTillTable = {
  shop_id: string
  till: string
  number: number
  seen_on: string
  purchase_id: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    shop_till: ShopTillTable
  }
}

const dayMs = 24 * 3_600_000

/**
 * Everything about a receipt that the rules need, in one statement. Receipts of passwordless sessions do not count
 * against one that the customer registers with the password: otherwise anyone who knows the document could use up the
 * limits.
 */
export const findingsOf = async (
  tx: Tx,
  input: {
    /** The customer, and the person's deleted accounts. */
    customer_ids: readonly string[]
    receipt: Pick<
      Purchase,
      'identified_session_id' | 'shop_id' | 'receipt_key' | 'amount_cents' | 'issued_on' | 'device_hash'
    >
    till: { till: string; number: number }
    /** The receipt itself, when it is stored already. */
    except_id: string | null
    /** Whether an attendant registers it from the paper, instead of its rejected registrations. */
    is_at_desk: boolean
    day_start: Date
    reversed_since: Date
    now: Date
  },
): Promise<Omit<ReceiptFindings, 'fiscal'>> => {
  const { receipt, till, now } = input
  const { shop_id, receipt_key, amount_cents, issued_on, device_hash } = receipt
  const recent = new Date(now.getTime() - recentDays * dayMs)
  const ids = sql`any(${[...input.customer_ids]}::uuid[])`
  const counted =
    receipt.identified_session_id === null
      ? sql`customer_id = ${ids} and identified_session_id is null`
      : sql`customer_id = ${ids}`
  const except = sql`(${input.except_id}::uuid is null or id <> ${input.except_id}::uuid)`
  // A rejected registration is not counted separately once staff have approved the same receipt.
  const current = sql`replaced_at is null and not (state = 'rejected' and (
    (${input.is_at_desk} and receipt_key = ${receipt_key})
    or exists (select from purchase approved where approved.receipt_key = purchase.receipt_key
      and approved.customer_id = purchase.customer_id and approved.state = 'approved')))`
  // A correction at the desk does not count against the customer, unlike a reversal by staff that the desk replaced
  // later.
  const reversed = sql`state = 'reversed' and replaced_at is distinct from decided_at`
  const accepted = sql`state in ('auto_approved', 'approved')`
  const nearest = (below: boolean) => sql<TillReceipt[]>`
    coalesce((select json_agg(other) from (
      (select till_number as number, issued_on from purchase
        where shop_id = ${shop_id} and till = ${till.till} and state = 'approved' and ${except}
          and till_number ${below ? sql`<` : sql`>`} ${till.number}
        order by till_number ${below ? sql`desc` : sql`asc`} limit ${neighbors})
      union all
      (select number, seen_on from shop_till
        where shop_id = ${shop_id} and till = ${till.till} and purchase_id is null
          and number ${below ? sql`<` : sql`>`} ${till.number})
      order by number ${below ? sql`desc` : sql`asc`} limit ${neighbors}
    ) other), '[]')`
  const { rows } = await sql<{
    person: Omit<ReceiptFindings['person'], 'auto_approved'> & { auto_count: number; auto_cents: number }
    is_known: boolean
    below: TillReceipt[]
    above: TillReceipt[]
    usual_cents: number | null
    device: NonNullable<ReceiptFindings['device']>
    same_number: ReceiptFindings['same_number']
    reversal_reason: string | null
  }>`
    select
      (select row_to_json(own) from (
        select
          count(*) filter (where created_at >= ${input.day_start} and ${current}) as today,
          count(*) filter (where created_at >= ${input.day_start} and shop_id = ${shop_id} and ${current})
            as at_shop_today,
          count(*) filter (where created_at >= ${recent} and shop_id = ${shop_id} and ${current})
            as at_shop_recently,
          count(*) filter (where created_at >= ${recent} and state = 'rejected') as rejected_recently,
          count(*) filter (where decided_at >= ${input.reversed_since} and ${reversed}) as reversed,
          count(*) filter (where created_at >= ${recent} and state in ('auto_approved', 'reversed'))
            as auto_count,
          coalesce(sum(amount_cents) filter
            (where created_at >= ${recent} and state in ('auto_approved', 'reversed')), 0) as auto_cents
        from purchase where ${counted} and ${except}
      ) own) as person,
      exists (select from shop_till where shop_id = ${shop_id} and till = ${till.till}) as is_known,
      ${nearest(true)} as below,
      ${nearest(false)} as above,
      (select percentile_cont(0.95) within group (order by amount_cents) from (
        select amount_cents from purchase where shop_id = ${shop_id} and ${accepted} and ${except}
        order by created_at desc limit ${usualAmountSample.max}
      ) usual having count(*) >= ${usualAmountSample.min}) as usual_cents,
      (select row_to_json(used) from (
        select count(distinct customer_id) as other_customers, count(*) filter (where ${reversed}) as reversed
        from purchase
        where device_hash = ${device_hash} and created_at >= ${recent} and customer_id <> all(
          ${[...input.customer_ids]}::uuid[])
      ) used) as device,
      (select row_to_json(same) from (
        select count(*) filter (where ${accepted}) as approved,
          count(*) filter (where state = 'reversed'
            or (state = 'rejected' and (receipt_key = ${receipt_key} or (${counted})))) as refused
        from purchase where receipt_identity = ${receiptIdentityOf(receipt_key)} and ${except}
      ) same) as same_number,
      (select reason from purchase where receipt_key = ${receipt_key} and ${reversed}
        order by id desc limit 1) as reversal_reason`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('The query of the findings returned no row')
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
    reversal_reason: found.reversal_reason,
  }
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

/** Deletes a till that is known only from this receipt. */
export const deleteTillOf = async (tx: Tx, purchase_id: string): Promise<void> => {
  await tx.deleteFrom('shop_till').where('purchase_id', '=', purchase_id).execute()
}
