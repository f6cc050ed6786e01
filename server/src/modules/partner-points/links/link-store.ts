import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

export type PartnerLink = {
  id: string
  partner: string
  customer_id: string
  member_sealed: Buffer | null
  member_index: Buffer | null
  member_end: string | null
  consent_version: string
  linked_at: Date
  unlinked_at: Date | null
}

/** A link that is in force. */
export type LiveLink = PartnerLink & { member_sealed: Buffer; member_index: Buffer; member_end: string }

export type PartnerQuoteRow = {
  id: string
  link_id: string
  campaign_id: string
  partner_points: number
  club_points: number
  reference: string
  quoted_at: Date
  expires_at: Date
  used_by: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_link: Omit<PartnerLink, 'id'> & { id: Generated<string> }
    partner_quote: Omit<PartnerQuoteRow, 'id'> & { id: Generated<string> }
  }
}

const linkColumns = [
  'id',
  'partner',
  'customer_id',
  'member_sealed',
  'member_index',
  'member_end',
  'consent_version',
  'linked_at',
  'unlinked_at',
] as const

/** Links in force and former ones of a customer, oldest first. */
export const listLinks = (db: Db, customer_id: string): Promise<PartnerLink[]> =>
  db
    .selectFrom('partner_link')
    .select(linkColumns)
    .where('customer_id', '=', customer_id)
    .orderBy('id')
    .execute()

const selectLive = (db: Db, { customer_id, partner }: { customer_id: string; partner: string }) =>
  db
    .selectFrom('partner_link')
    .select(linkColumns)
    .where('customer_id', '=', customer_id)
    .where('partner', '=', partner)
    .where('unlinked_at', 'is', null)

/** The customer's link in force. */
export const findLiveLink = async (
  db: Db,
  owner: { customer_id: string; partner: string },
): Promise<LiveLink | undefined> => (await selectLive(db, owner).executeTakeFirst()) as LiveLink | undefined

/** The same, locked until the transaction ends: quotes, redemptions and unlinking of a customer wait for each other. */
export const lockLiveLink = async (
  tx: Tx,
  owner: { customer_id: string; partner: string },
): Promise<LiveLink | undefined> =>
  (await selectLive(tx, owner).forUpdate().executeTakeFirst()) as LiveLink | undefined

/** Links in force of customers to a partner, by customer; locked like one. */
export const lockLiveLinks = async (
  tx: Tx,
  { customer_ids, partner }: { customer_ids: readonly string[]; partner: string },
): Promise<ReadonlyMap<string, LiveLink>> => {
  const rows = (await tx
    .selectFrom('partner_link')
    .select(linkColumns)
    .where('customer_id', '=', sql<string>`any(${[...customer_ids]}::uuid[])`)
    .where('partner', '=', partner)
    .where('unlinked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as LiveLink[]
  return new Map(rows.map((row) => [row.customer_id, row]))
}

/** @returns false when the customer has a link to the partner, or the member is linked to another customer */
export const insertLink = async (
  tx: Tx,
  link: Pick<
    LiveLink,
    | 'partner'
    | 'customer_id'
    | 'member_sealed'
    | 'member_index'
    | 'member_end'
    | 'consent_version'
    | 'linked_at'
  >,
): Promise<boolean> => {
  const row = await tx
    .insertInto('partner_link')
    .values({ ...link, unlinked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends links, and erases the member's number. */
export const endLinks = async (tx: Tx, link_ids: readonly string[], now: Date): Promise<void> => {
  await tx
    .updateTable('partner_link')
    .set({ unlinked_at: now, member_sealed: null, member_index: null, member_end: null })
    .where('id', '=', sql<string>`any(${[...link_ids]}::uuid[])`)
    .where('unlinked_at', 'is', null)
    .execute()
}

/** Numbers of links in force, by partner. */
export const countLiveLinks = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ partner: string; count: number }>`
    select partner, count(*)::int as count from partner_link where unlinked_at is null group by partner`.execute(
    db,
  )
  return new Map(rows.map(({ partner, count }) => [partner, count]))
}

/** Stores the quote of a locked link in place of an earlier one that was not used. @returns its id */
export const replaceQuote = async (
  tx: Tx,
  quote: Omit<PartnerQuoteRow, 'id' | 'used_by'>,
): Promise<string> => {
  await tx
    .deleteFrom('partner_quote')
    .where('link_id', '=', quote.link_id)
    .where('campaign_id', '=', quote.campaign_id)
    .where('used_by', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('partner_quote')
    .values({ ...quote, used_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A quote of the customer, used or not. */
export const findQuote = (
  db: Db,
  { id, customer_id }: { id: string; customer_id: string },
): Promise<Pick<PartnerQuoteRow, 'club_points' | 'used_by'> | undefined> =>
  db
    .selectFrom('partner_quote')
    .innerJoin('partner_link', 'partner_link.id', 'partner_quote.link_id')
    .select(['club_points', 'used_by'])
    .where('partner_quote.id', '=', id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()

/** Uses quotes of locked links, each once. @returns them by participation, without those that are others, were used or have expired */
export const consumeQuotes = async (
  tx: Tx,
  uses: readonly (Pick<PartnerQuoteRow, 'id' | 'link_id' | 'campaign_id' | 'partner_points'> & {
    transaction_id: string
  })[],
  now: Date,
): Promise<ReadonlyMap<string, Pick<PartnerQuoteRow, 'club_points' | 'reference' | 'expires_at'>>> => {
  const { rows } = await sql<
    Pick<PartnerQuoteRow, 'club_points' | 'reference' | 'expires_at'> & { transaction_id: string }
  >`
    update partner_quote as q set used_by = u.transaction_id
    from unnest(${uses.map(({ id }) => id)}::uuid[], ${uses.map(({ link_id }) => link_id)}::uuid[],
      ${uses.map(({ campaign_id }) => campaign_id)}::uuid[], ${uses.map((use) => use.partner_points)}::int[],
      ${uses.map(({ transaction_id }) => transaction_id)}::uuid[])
      as u (id, link_id, campaign_id, partner_points, transaction_id)
    where q.id = u.id and q.link_id = u.link_id and q.campaign_id = u.campaign_id
      and q.partner_points = u.partner_points and q.used_by is null and q.expires_at > ${now}
    returning u.transaction_id, q.club_points, q.reference, q.expires_at`.execute(tx)
  return new Map(rows.map(({ transaction_id, ...quote }) => [transaction_id, quote]))
}

/** Deletes quotes that expired without being used. */
export const purgeQuotes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('partner_quote').where('used_by', 'is', null).where('expires_at', '<', now).execute()
}
