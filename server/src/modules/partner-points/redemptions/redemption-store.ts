import { sql } from 'kysely'
import type { RedemptionState } from '@clube/contract/partner-points/partner.ts'
import type { Db, Tx } from '../../../db/database.ts'

export type PartnerRedemption = {
  transaction_id: string
  partner: string
  customer_id: string
  campaign_id: string
  link_id: string
  quote_id: string
  quote_reference: string
  member_sealed: Buffer | null
  member_end: string | null
  partner_points: number
  club_points: number
  state: RedemptionState
  requested_at: Date
  club_day: string
  valid_until: Date
  debit_reference: string | null
  debited_at: Date | null
  finished_at: Date | null
  failure: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_redemption: PartnerRedemption
  }
}

const columns = [
  'transaction_id',
  'partner',
  'customer_id',
  'campaign_id',
  'link_id',
  'quote_id',
  'quote_reference',
  'member_sealed',
  'member_end',
  'partner_points',
  'club_points',
  'state',
  'requested_at',
  'club_day',
  'valid_until',
  'debit_reference',
  'debited_at',
  'finished_at',
  'failure',
] as const

/** Redemptions by participation. */
export const findRedemptions = async (
  db: Db,
  transaction_ids: readonly string[],
): Promise<ReadonlyMap<string, PartnerRedemption>> => {
  const rows = await db
    .selectFrom('partner_redemption')
    .select(columns)
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

export const findRedemption = async (
  db: Db,
  transaction_id: string,
): Promise<PartnerRedemption | undefined> => (await findRedemptions(db, [transaction_id])).get(transaction_id)

/** A customer's redemptions, newest first. */
export const listRedemptionsOf = (
  db: Db,
  customer_id: string,
  page: { before: string | null; limit: number | null },
): Promise<PartnerRedemption[]> => {
  let query = db
    .selectFrom('partner_redemption')
    .select(columns)
    .where('customer_id', '=', customer_id)
    .orderBy('transaction_id', 'desc')
  if (page.before !== null) query = query.where('transaction_id', '<', page.before)
  if (page.limit !== null) query = query.limit(page.limit)
  return query.execute()
}

/** Inserts redemptions, at least one. */
export const insertRedemptions = async (
  tx: Tx,
  redemptions: readonly Omit<
    PartnerRedemption,
    'state' | 'debit_reference' | 'debited_at' | 'finished_at' | 'failure'
  >[],
): Promise<void> => {
  const of = <Key extends keyof (typeof redemptions)[number]>(key: Key) =>
    redemptions.map((redemption) => redemption[key])
  // The same statement for any number of redemptions, so that it is prepared once.
  await sql`
    insert into partner_redemption (transaction_id, partner, customer_id, campaign_id, link_id, quote_id, quote_reference,
      member_sealed, member_end, partner_points, club_points, requested_at, club_day, valid_until, state)
    select transaction_id, partner, customer_id, campaign_id, link_id, quote_id, quote_reference,
      member_sealed, member_end, partner_points, club_points, requested_at, club_day, valid_until, 'processing'
    from unnest(${of('transaction_id')}::uuid[], ${of('partner')}::text[],
      ${of('customer_id')}::uuid[], ${of('campaign_id')}::uuid[], ${of('link_id')}::uuid[], ${of('quote_id')}::uuid[],
      ${of('quote_reference')}::text[], ${of('member_sealed')}::bytea[], ${of('member_end')}::text[],
      ${of('partner_points')}::int[], ${of('club_points')}::int[], ${of('requested_at')}::timestamptz[],
      ${of('club_day')}::date[], ${of('valid_until')}::timestamptz[])
      as r (transaction_id, partner, customer_id, campaign_id, link_id, quote_id, quote_reference,
      member_sealed, member_end, partner_points, club_points, requested_at, club_day, valid_until)`.execute(
    tx,
  )
}

/** The redemptions of a customer that count toward the limit of a campaign and club day. */
export const countOfDay = async (
  db: Db,
  counted: { customer_id: string; campaign_ids: readonly string[]; club_day: string },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ campaign_id: string; count: number }>`
    select campaign_id, count(*)::int as count from partner_redemption
    where customer_id = ${counted.customer_id} and campaign_id = any(${[...counted.campaign_ids]}::uuid[])
      and club_day = ${counted.club_day} and state in ('processing', 'completed')
    group by campaign_id`.execute(db)
  return new Map(rows.map(({ campaign_id, count }) => [campaign_id, count]))
}

/** Whether a redemption of the linked account is processed. */
export const isProcessing = async (db: Db, link_id: string): Promise<boolean> =>
  (await db
    .selectFrom('partner_redemption')
    .select('transaction_id')
    .where('link_id', '=', link_id)
    .where('state', '=', 'processing')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether the customer has a redemption that is processed. */
export const hasProcessing = async (db: Db, customer_id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from partner_redemption r join partner_link l on l.id = r.link_id
    where l.customer_id = ${customer_id} and r.state = 'processing' limit 1`.execute(db)
  return rows.length > 0
}

/** A debit that the partner reports for a participation. */
export type ReportedDebit = {
  readonly partner: string
  readonly reference: string
  readonly transaction_id: string
}

/** The participations among those of the debits for whose debit another participation was credited. */
export const findReused = async (db: Db, debits: readonly ReportedDebit[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ transaction_id: string }>`
    select d.transaction_id
    from unnest(${debits.map(({ partner }) => partner)}::text[], ${debits.map(({ reference }) => reference)}::text[],
      ${debits.map(({ transaction_id }) => transaction_id)}::uuid[]) as d (partner, reference, transaction_id)
    where exists (select from partner_redemption r where r.partner = d.partner and r.debit_reference = d.reference
      and r.transaction_id <> d.transaction_id)`.execute(db)
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}

/** Whether another participation was credited for the partner's debit. */
export const isReferenceUsed = async (db: Db, debit: ReportedDebit): Promise<boolean> =>
  (await findReused(db, [debit])).has(debit.transaction_id)

/** Completes redemptions of locked participations. @returns the number of those that were in processing */
export const saveCompletedRedemptions = async (
  tx: Tx,
  debits: readonly { transaction_id: string; reference: string; debited_at: Date }[],
  now: Date,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update partner_redemption as r
    set state = 'completed', debit_reference = d.reference, debited_at = d.debited_at, finished_at = ${now}
    from unnest(${debits.map(({ transaction_id }) => transaction_id)}::uuid[],
      ${debits.map(({ reference }) => reference)}::text[],
      ${debits.map(({ debited_at }) => debited_at.toISOString())}::timestamptz[]) as d (transaction_id, reference, debited_at)
    where r.transaction_id = d.transaction_id and r.state = 'processing'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Ends a redemption of a locked participation. @returns false when it is in another state */
export const saveRedemptionState = async (
  tx: Tx,
  transaction_id: string,
  change: { state: 'failed'; failure: string; finished_at: Date } | { state: 'refunded'; finished_at: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('partner_redemption')
    .set(change)
    .where('transaction_id', '=', transaction_id)
    .where('state', '=', change.state === 'refunded' ? 'completed' : 'processing')
    .returning('transaction_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Erases the member's numbers of a customer. */
export const eraseMembers = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('partner_redemption')
    .set({ member_sealed: null, member_end: null })
    .where('customer_id', '=', customer_id)
    .where('member_sealed', 'is not', null)
    .execute()
}

/** Numbers and points of a campaign's redemptions, by state. */
export const sumByState = async (
  db: Db,
  campaign_id: string,
): Promise<{ state: RedemptionState; count: number; partner_points: number; club_points: number }[]> => {
  const { rows } = await sql<{
    state: RedemptionState
    count: number
    partner_points: number
    club_points: number
  }>`
    select state, count(*) as count, sum(partner_points) as partner_points, sum(club_points) as club_points
    from partner_redemption where campaign_id = ${campaign_id} group by state`.execute(db)
  return rows
}
