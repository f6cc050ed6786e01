import { sql } from 'kysely'
import type { TransactionState } from '@clube/contract/campaigns/transaction-states.ts'
import type { Tx } from '../../db/database.ts'
import type { TransactionFailure } from './transaction.ts'
import type { TransactionTable } from './transaction-store.ts'

/**
 * Inserts an open participation, with the next protocol number unless one is given.
 * @returns its id, or null while the customer has another open one in the campaign, or if the protocol is already in use
 */
export const insertOpen = async (
  tx: Tx,
  transaction: Pick<
    TransactionTable,
    | 'protocol_year'
    | 'customer_id'
    | 'identified_session_id'
    | 'campaign_id'
    | 'kind'
    | 'service_channel'
    | 'purchase_ids'
    | 'created_at'
    | 'expires_at'
  > & { protocol_number?: number },
): Promise<string | null> => {
  const row = await tx
    .insertInto('promotion_transaction')
    .values({
      ...transaction,
      state: 'open',
      body_hash: null,
      response: null,
      failure: null,
      finished_at: null,
      reversal_reason: null,
      return_note: null,
    })
    // Both the open participation and a random protocol may be in conflict.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Inserts open participations without receipts in one campaign, in order of the customers, so that two batches do not wait for
 * each other. @returns the ids by customer; without those who have another open one in the campaign
 */
export const insertOpenEach = async (
  tx: Tx,
  customers: readonly Pick<TransactionTable, 'customer_id' | 'identified_session_id' | 'service_channel'>[],
  shared: Pick<TransactionTable, 'protocol_year' | 'campaign_id' | 'kind' | 'created_at' | 'expires_at'>,
): Promise<Map<string, string>> => {
  const customer_ids = customers.map(({ customer_id }) => customer_id)
  const sessions = customers.map(({ identified_session_id }) => identified_session_id)
  const channels = customers.map(({ service_channel }) => service_channel)
  const { rows } = await sql<{ id: string; customer_id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, identified_session_id, campaign_id, kind, state,
      service_channel, purchase_ids, created_at, expires_at)
    select ${shared.protocol_year}, customer_id, identified_session_id, ${shared.campaign_id}::uuid, ${shared.kind}, 'open',
      service_channel, '{}', ${shared.created_at}::timestamptz, ${shared.expires_at}::timestamptz
    from unnest(${customer_ids}::uuid[], ${sessions}::uuid[], ${channels}::text[])
      as c (customer_id, identified_session_id, service_channel)
    order by customer_id
    on conflict (customer_id, campaign_id) where state = 'open' do nothing
    returning id, customer_id`.execute(tx)
  return new Map(rows.map(({ id, customer_id }) => [customer_id, id]))
}

/** Deletes participations that the same database transaction opened. */
export const deleteOpened = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from promotion_transaction where id = any(${[...ids]}::uuid[]) and state = 'open'`.execute(
    tx,
  )
}

/**
 * Completes locked, open participations, each with the hash of its body, its response and the completing
 * session, which gets access to the outcome, whichever session opened the participation.
 */
export const saveCompleted = async (
  tx: Tx,
  done: readonly {
    id: string
    identified_session_id: string | null
    body_hash: Buffer
    response: unknown
  }[],
  now: Date,
): Promise<void> => {
  if (done.length === 0) return
  const ids = done.map(({ id }) => id)
  const sessions = done.map(({ identified_session_id }) => identified_session_id)
  const hashes = done.map(({ body_hash }) => body_hash.toString('hex'))
  const responses = done.map(({ response }) => JSON.stringify(response ?? null))
  await sql`
    update promotion_transaction as t
    set state = 'completed', body_hash = decode(d.body_hash, 'hex'), response = d.response::jsonb, finished_at = ${now},
      identified_session_id = d.identified_session_id
    from unnest(${ids}::uuid[], ${sessions}::uuid[], ${hashes}::text[], ${responses}::text[])
      as d (id, identified_session_id, body_hash, response)
    where t.id = d.id and t.state = 'open'`.execute(tx)
}

/** Completes locked participations whose outcome was decided externally. */
export const saveResponses = async (
  tx: Tx,
  done: readonly { id: string; response: unknown }[],
  now: Date,
): Promise<void> => {
  const ids = done.map(({ id }) => id)
  const responses = done.map(({ response }) => JSON.stringify(response ?? null))
  await sql`
    update promotion_transaction as t
    set state = 'completed', response = d.response::jsonb, finished_at = ${now}
    from unnest(${ids}::uuid[], ${responses}::text[]) as d (id, response)
    where t.id = d.id and t.state in ('processing', 'unknown')`.execute(tx)
}

/** Marks locked, open participations as waiting for an external response. */
export const saveProcessing = async (
  tx: Tx,
  begun: readonly { id: string; identified_session_id: string | null; body_hash: Buffer }[],
): Promise<void> => {
  if (begun.length === 0) return
  const ids = begun.map(({ id }) => id)
  const sessions = begun.map(({ identified_session_id }) => identified_session_id)
  const hashes = begun.map(({ body_hash }) => body_hash.toString('hex'))
  await sql`
    update promotion_transaction as t
    set state = 'processing', identified_session_id = b.identified_session_id, body_hash = decode(b.body_hash, 'hex')
    from unnest(${ids}::uuid[], ${sessions}::uuid[], ${hashes}::text[]) as b (id, identified_session_id, body_hash)
    where t.id = b.id and t.state = 'open'`.execute(tx)
}

/** Stores the new state of a locked participation; the transition was checked. */
export const saveTransactionState = async (
  tx: Tx,
  id: string,
  change: {
    state: TransactionState
    response?: unknown
    failure?: TransactionFailure
    reversal_reason?: string
    finished_at: Date | null
  },
): Promise<void> => {
  const { state, finished_at, reversal_reason } = change
  await tx
    .updateTable('promotion_transaction')
    .set({
      state,
      finished_at,
      ...('response' in change ? { response: JSON.stringify(change.response ?? null) } : {}),
      ...(change.failure ? { failure: JSON.stringify(change.failure) } : {}),
      ...(reversal_reason === undefined ? {} : { reversal_reason }),
    })
    .where('id', '=', id)
    .execute()
}

/** Reverses locked, completed participations, with the explanation shown to their customers. */
export const saveReturned = async (
  tx: Tx,
  { ids, note, now }: { ids: readonly string[]; note: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('promotion_transaction')
    .set({ state: 'reversed', reversal_reason: note, return_note: note, finished_at: now })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'completed')
    .execute()
}

/** Expires open participations, at most `limit`. @returns their ids */
export const expireDue = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update promotion_transaction set state = 'expired', finished_at = expires_at
    where id in (
      select id from promotion_transaction where state = 'open' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases identifying data; the participation remains as evidence under its number. */
export const eraseTransactionsOf = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`
    update promotion_transaction set
      body_hash = case when body_hash is null then null else decode(repeat('00', 32), 'hex') end,
      response = case when response is null then null else '{}'::jsonb end,
      failure = case when failure is null then null else '{"code":"campaigns.transaction-failed","values":{}}'::jsonb end,
      reversal_reason = case when reversal_reason is null then null else '' end
    where customer_id = ${customer_id}`.execute(tx)
}
