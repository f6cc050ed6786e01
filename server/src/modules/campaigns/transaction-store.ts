import { sql, type ColumnType, type Generated } from 'kysely'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import {
  countedTransactionStates,
  type TransactionState,
} from '@clube/contract/campaigns/transaction-states.ts'
import type { Db, Tx } from '../../db/database.ts'
import { listFormerAccountsOf } from '../identity/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { Transaction, TransactionFailure } from './transaction.ts'

export type TransactionTable = {
  id: Generated<string>
  protocol_year: number
  protocol_number: Generated<number>
  customer_id: string
  identified_session_id: string | null
  campaign_id: string
  kind: Transaction['kind']
  state: TransactionState
  service_channel: string
  purchase_ids: string[]
  body_hash: Buffer | null
  response: ColumnType<unknown, string | null, string | null>
  failure: ColumnType<TransactionFailure | null, string | null, string | null>
  created_at: Date
  expires_at: Date
  finished_at: Date | null
  reversal_reason: string | null
  return_note: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    promotion_transaction: TransactionTable
  }
}

const transactionColumns = [
  'promotion_transaction.id',
  'protocol_year',
  'protocol_number',
  'customer_id',
  'identified_session_id',
  'campaign_id',
  'promotion_transaction.kind',
  'promotion_transaction.state',
  'service_channel',
  'purchase_ids',
  'body_hash',
  'response',
  'failure',
  'promotion_transaction.created_at',
  'promotion_transaction.expires_at',
  'finished_at',
  'reversal_reason',
  'return_note',
] as const

const campaignColumns = [
  'campaign.slug as campaign_slug',
  'campaign.title as campaign_title',
  'campaign.state as campaign_state',
  'campaign.starts_at as campaign_starts_at',
  'campaign.ends_at as campaign_ends_at',
  'campaign.ended_at as campaign_ended_at',
  'campaign.redeem_until as campaign_redeem_until',
  'campaign.spend_rule as campaign_spend_rule',
] as const

const selectTransactions = (db: Db) =>
  db
    .selectFrom('promotion_transaction')
    .innerJoin('campaign', 'campaign.id', 'promotion_transaction.campaign_id')
    .select([...transactionColumns, ...campaignColumns])

const selectOpen = (db: Db, owner: { customer_id: string; campaign_id: string }) =>
  selectTransactions(db)
    .where('customer_id', '=', owner.customer_id)
    .where('campaign_id', '=', owner.campaign_id)
    .where('promotion_transaction.state', '=', 'open')

/** The customer's open participation in the campaign. */
export const findOpen = (
  db: Db,
  owner: { customer_id: string; campaign_id: string },
): Promise<Transaction | undefined> => selectOpen(db, owner).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockOpen = (
  tx: Tx,
  owner: { customer_id: string; campaign_id: string },
): Promise<Transaction | undefined> =>
  selectOpen(tx, owner).forNoKeyUpdate('promotion_transaction').executeTakeFirst()

/**
 * Participations by id, locked until the transaction ends, in order of their ids. Those of a batch have the same campaign,
 * which is read once.
 */
export const lockTransactions = async (
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transaction>> => {
  const rows = await tx
    .selectFrom('promotion_transaction')
    .select(transactionColumns)
    .where('promotion_transaction.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('promotion_transaction.id')
    .forNoKeyUpdate()
    .execute()
  const campaign_ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))]
  const found = await tx
    .selectFrom('campaign')
    .select(['campaign.id', ...campaignColumns])
    .where('campaign.id', '=', sql<string>`any(${campaign_ids}::uuid[])`)
    .execute()
  const campaigns = new Map(found.map(({ id, ...campaign }) => [id, campaign]))
  return new Map(
    rows.map((row) => {
      const campaign = campaigns.get(row.campaign_id)
      if (!campaign) throw new Error('The campaign of a participation was not found')
      return [row.id, Object.assign(row, campaign)]
    }),
  )
}

export const lockTransaction = async (tx: Tx, id: string): Promise<Transaction | undefined> =>
  (await lockTransactions(tx, [id])).get(id)

/** Participations by id. */
export const findTransactions = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transaction>> => {
  const rows = await selectTransactions(db)
    .where('promotion_transaction.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const findTransaction = (db: Db, id: string): Promise<Transaction | undefined> =>
  selectTransactions(db).where('promotion_transaction.id', '=', id).executeTakeFirst()

export const lockByProtocol = (
  tx: Tx,
  protocol: { year: number; number: number },
): Promise<Transaction | undefined> =>
  selectTransactions(tx)
    .where('protocol_year', '=', protocol.year)
    .where('protocol_number', '=', protocol.number)
    .forNoKeyUpdate('promotion_transaction')
    .executeTakeFirst()

/** The customer whose participation has the protocol, or null. */
export const findOwnerOfProtocol = async (db: Db, protocol: string): Promise<string | null> => {
  const number = parseProtocol(protocol)
  if (!number) return null
  const row = await db
    .selectFrom('promotion_transaction')
    .select('customer_id')
    .where('protocol_year', '=', number.year)
    .where('protocol_number', '=', number.number)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Number of the person's participations that count toward the campaign's limit, including those of former accounts. */
export const countParticipations = async (
  db: Db,
  { customer_id, ...input }: { customer_id: string; campaign_id: string; now: Date },
): Promise<number> =>
  (await countParticipationsOf(db, { ...input, customer_ids: [customer_id] })).get(customer_id) ?? 0

/** The same of several people; those without one are omitted. */
export const countParticipationsOf = async (
  db: Db,
  { customer_ids, campaign_id, now }: { customer_ids: readonly string[]; campaign_id: string; now: Date },
): Promise<ReadonlyMap<string, number>> => {
  const former = await listFormerAccountsOf(db, { customer_ids, now })
  const people = [...customer_ids, ...former.map(({ customer_id }) => customer_id)]
  const accounts = [...customer_ids, ...former.map(({ former_id }) => former_id)]
  const { rows } = await sql<{ customer_id: string; count: number }>`
    select p.customer_id, count(*)::int as count
    from unnest(${people}::uuid[], ${accounts}::uuid[]) as p (customer_id, account_id)
    join promotion_transaction t on t.customer_id = p.account_id
      and t.campaign_id = ${campaign_id} and t.state = any(${[...countedTransactionStates]}::text[])
    group by p.customer_id`.execute(db)
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
}

export const hasParticipations = async (db: Db, customer_id: string): Promise<boolean> =>
  (await db
    .selectFrom('promotion_transaction')
    .select('id')
    .where('customer_id', '=', customer_id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Participations accessible to the actor before `cursor`, newest first. */
export const listAccessible = (
  db: Db,
  page: Actor & { campaign_id: string | null; cursor: string | null; limit: number },
): Promise<Transaction[]> => {
  const { identified_session_id, campaign_id, cursor } = page
  let query = selectTransactions(db).where('customer_id', '=', page.customer_id)
  if (identified_session_id !== null) query = query.where('identified_session_id', '=', identified_session_id)
  if (campaign_id !== null) query = query.where('campaign_id', '=', campaign_id)
  if (cursor !== null) query = query.where('promotion_transaction.id', '<', cursor)
  return query.orderBy('promotion_transaction.id', 'desc').limit(page.limit).execute()
}

/** Ids of all participations of a customer. */
export const listIdsOfCustomer = async (db: Db, customer_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('promotion_transaction')
    .select('id')
    .where('customer_id', '=', customer_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** The response that a completed participation returned. */
export type StoredResponse = {
  readonly response: unknown
  /** Whether it was erased with the customer's data. */
  readonly is_erased: boolean
}

/** Stored responses by participation, for proofs; participations without one are omitted. */
export const listStoredResponses = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredResponse>> => {
  const rows = await db
    .selectFrom('promotion_transaction')
    .select(['id', 'response', sql<boolean>`body_hash = decode(repeat('00', 32), 'hex')`.as('is_erased')])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('response', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}

/** Participations waiting for an external response since before an instant, for reconciliation. */
export const listWaiting = (db: Db, kind: Transaction['kind'], before: Date): Promise<Transaction[]> =>
  selectTransactions(db)
    .where('promotion_transaction.state', 'in', ['processing', 'unknown'])
    .where('promotion_transaction.kind', '=', kind)
    .where('promotion_transaction.created_at', '<', before)
    .orderBy('promotion_transaction.id')
    .execute()
