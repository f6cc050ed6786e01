import { resetCodeAttempts } from '@clube/contract/recovery/limits.ts'
import { sql, type ColumnType } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { StaffActor } from './recovery-request.ts'
import type { CodeSource } from './reset-code.ts'

type RecoveryCodeTable = {
  id: string
  source: CodeSource
  flow_hash: Buffer | null
  document_index: Buffer
  customer_id: string | null
  request_id: string | null
  code_hash: Buffer
  /** Keyed hash of the contact that the code was sent to; null for a desk code. */
  contact_index: Buffer | null
  /** Whether the code was requested on a known device. */
  known_device: boolean
  attempts: number
  /** Attempts to enter a staff-issued code on known devices. */
  known_attempts: ColumnType<number, never>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  used_at: Date | null
  issued_by: string | null
  issued_by_name: string | null
  confirmed_by: string | null
}

type RecoveryTokenTable = {
  token_hash: Buffer
  code_id: string
  flow_hash: Buffer
  customer_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    recovery_code: RecoveryCodeTable
    recovery_token: RecoveryTokenTable
  }
}

/** Locks the recovery of a document until the transaction ends. */
export const lockDocument = async (tx: Tx, document_index: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${document_index.toString('hex')}, 8))`.execute(tx)
}

export const insertCode = async (
  tx: Tx,
  code: Omit<
    RecoveryCodeTable,
    'ended_at' | 'used_at' | 'known_attempts' | 'issued_by' | 'issued_by_name' | 'confirmed_by'
  > & {
    /** Set for a desk code. */
    issued_by?: StaffActor
  },
): Promise<void> => {
  const { issued_by, ...values } = code
  await tx
    .insertInto('recovery_code')
    .values({
      ...values,
      issued_by: issued_by?.staff_id ?? null,
      issued_by_name: issued_by?.name ?? null,
      ended_at: null,
      used_at: null,
      confirmed_by: null,
    })
    .execute()
}

type CodeFilter =
  | { readonly flow_hash: Buffer }
  /** Codes requested by customers in any flow, from known devices or from all others. */
  | { readonly sent_for: Buffer; readonly known_device: boolean }
  /** Codes issued by staff that no flow has claimed. */
  | { readonly unbound_for: Buffer }
  | { readonly document_index: Buffer }

/** Revokes valid codes. */
export const revokeCodes = async (db: Db, filter: CodeFilter, now: Date): Promise<void> => {
  let query = db
    .updateTable('recovery_code')
    .set({ ended_at: now })
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
  if ('flow_hash' in filter) query = query.where('flow_hash', '=', filter.flow_hash)
  else if ('sent_for' in filter)
    query = query
      .where('document_index', '=', filter.sent_for)
      .where('known_device', '=', filter.known_device)
      .where('source', 'in', ['email', 'sms'])
  else if ('unbound_for' in filter)
    query = query.where('document_index', '=', filter.unbound_for).where('flow_hash', 'is', null)
  else query = query.where('document_index', '=', filter.document_index)
  await query.execute()
}

/** The newest code of a flow, valid or not. */
export const findLatestCode = (
  db: Db,
  flow_hash: Buffer,
): Promise<{ attempts: number; expires_at: Date } | undefined> =>
  db
    .selectFrom('recovery_code')
    .select(['attempts', 'expires_at'])
    .where('flow_hash', '=', flow_hash)
    .orderBy('created_at', 'desc')
    // If two codes were created at the same instant, the later continues the attempts of the earlier.
    .orderBy('attempts', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The counter of attempts to enter a staff-issued code: other devices cannot use up those of known devices. */
const attemptsOf = ({ known_device }: { known_device: boolean }) =>
  known_device ? 'known_attempts' : 'attempts'

/** Whether the document has a pending unbound code. */
export const hasUnboundCode = async (
  db: Db,
  filter: { document_index: Buffer; known_device: boolean },
  now: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('recovery_code')
    .select('id')
    .where('document_index', '=', filter.document_index)
    .where('flow_hash', 'is', null)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(attemptsOf(filter), '<', resetCodeAttempts)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Consumes one attempt of the valid code of a flow, or of the pending code of a document, before comparing: at most
 * five concurrent callers get one. Runs outside any transaction, so that attempts are never rolled back.
 */
export const recordAttempt = (
  db: Db,
  where: { flow_hash: Buffer } | { unbound_for: Buffer; known_device: boolean },
  now: Date,
): Promise<{ id: string } | undefined> => {
  const counter = 'flow_hash' in where ? 'attempts' : attemptsOf(where)
  const query = db
    .updateTable('recovery_code')
    .set((build) => ({ [counter]: build(counter, '+', 1) }))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(counter, '<', resetCodeAttempts)
    .where('expires_at', '>', now)
    .returning('id')
  return 'flow_hash' in where
    ? query.where('flow_hash', '=', where.flow_hash).executeTakeFirst()
    : query
        .where('document_index', '=', where.unbound_for)
        .where('flow_hash', 'is', null)
        .where(isConfirmed)
        .executeTakeFirst()
}

/** A desk code is valid only once another member has confirmed it. */
const isConfirmed = sql<boolean>`(source <> 'desk' or confirmed_by is not null)`

/** The unconfirmed desk code with the given id, or for the given customer. */
export const findUnconfirmedCode = (
  db: Db,
  filter: { id: string } | { customer_id: string },
  now: Date,
): Promise<Pick<RecoveryCodeTable, 'id' | 'issued_by' | 'issued_by_name' | 'expires_at'> | undefined> =>
  db
    .selectFrom('recovery_code')
    .select(['id', 'issued_by', 'issued_by_name', 'expires_at'])
    .where((row) =>
      'id' in filter ? row('id', '=', filter.id) : row('customer_id', '=', filter.customer_id),
    )
    .where('source', '=', 'desk')
    .where('confirmed_by', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/**
 * Confirms the desk code that another member issued and that was shown to this one.
 * @returns whose code it is, if pending
 */
export const confirmDeskCode = async (
  tx: Tx,
  confirmation: { id: string; by: string; now: Date },
): Promise<string | null> => {
  const row = await tx
    .updateTable('recovery_code')
    .set({ confirmed_by: confirmation.by })
    .where('id', '=', confirmation.id)
    .where('source', '=', 'desk')
    .where('confirmed_by', 'is', null)
    .where('issued_by', '!=', confirmation.by)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', confirmation.now)
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Binds a pending code to the flow that entered it. @returns whether the code was correct and still pending */
export const claimUnboundCode = async (
  tx: Tx,
  claim: { id: string; code_hash: Buffer; flow_hash: Buffer; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('recovery_code')
    .set({ flow_hash: claim.flow_hash })
    .where('id', '=', claim.id)
    .where('code_hash', '=', claim.code_hash)
    .where('flow_hash', 'is', null)
    .where(isConfirmed)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', claim.now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Exchanges a valid code of the flow for a recovery token. No other statement inserts a
 * token, and each requires a code consumed by this same statement.
 */
export const exchangeCode = async (
  tx: Tx,
  exchange: {
    id: string
    code_hash: Buffer
    flow_hash: Buffer
    token_hash: Buffer
    token_expires_at: Date
    now: Date
  },
): Promise<boolean> => {
  const { rows } = await sql`
    with used as (
      update recovery_code set used_at = ${exchange.now}
      where id = ${exchange.id} and flow_hash = ${exchange.flow_hash} and code_hash = ${exchange.code_hash}
        and used_at is null and ended_at is null and expires_at > ${exchange.now} and customer_id is not null
      returning id, flow_hash, customer_id
    )
    insert into recovery_token (token_hash, code_id, flow_hash, customer_id, created_at, expires_at)
    select ${exchange.token_hash}::bytea, id, flow_hash, customer_id, ${exchange.now}::timestamptz,
      ${exchange.token_expires_at}::timestamptz
    from used returning code_id`.execute(tx)
  return rows.length > 0
}

type TokenUse = { token_hash: Buffer; flow_hash: Buffer; now: Date }

/** The owner of a valid recovery token; does not consume it. */
export const findToken = (db: Db, use: TokenUse): Promise<{ customer_id: string } | undefined> =>
  db
    .selectFrom('recovery_token')
    .select('customer_id')
    .where('token_hash', '=', use.token_hash)
    .where('flow_hash', '=', use.flow_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', use.now)
    .executeTakeFirst()

/** Replaces the secret of a valid recovery token. @returns its unchanged expiry */
export const replaceToken = async (
  tx: Tx,
  change: { previous_hash: Buffer; flow_hash: Buffer; token_hash: Buffer; now: Date },
): Promise<Date | undefined> => {
  const row = await tx
    .updateTable('recovery_token')
    .set({ token_hash: change.token_hash })
    .where('token_hash', '=', change.previous_hash)
    .where('flow_hash', '=', change.flow_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', change.now)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at
}

type UsedToken = {
  readonly customer_id: string
  /** The reviewed request, if any. */
  readonly request_id: string | null
  readonly contact_index: Buffer | null
}

/** Consumes a recovery token; only one of several concurrent callers gets it. */
export const consumeToken = async (tx: Tx, use: TokenUse): Promise<UsedToken | undefined> => {
  const { rows } = await sql<UsedToken>`
    update recovery_token as token set used_at = ${use.now}
    from recovery_code as code
    where code.id = token.code_id and token_hash = ${use.token_hash} and token.flow_hash = ${use.flow_hash}
      and token.used_at is null and token.expires_at > ${use.now}
    returning token.customer_id, code.request_id, code.contact_index`.execute(tx)
  return rows[0]
}

/** Revokes all other recovery tokens of a customer. */
export const revokeTokensOf = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('recovery_token')
    .set({ expires_at: now })
    .where('customer_id', '=', customer_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Number of codes issued for a reviewed request, and whether one was used. */
export const countCodesOfRequest = (db: Db, request_id: string): Promise<{ issued: number; used: number }> =>
  db
    .selectFrom('recovery_code')
    .select(({ fn }) => [fn.countAll<number>().as('issued'), fn.count<number>('used_at').as('used')])
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow()

/** Deletes codes and their tokens that ended before an instant. */
export const deleteOldCodes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('recovery_code').where('expires_at', '<', before).execute()
}

/** Deletes all codes of a customer and their tokens. */
export const deleteCodesOf = async (
  tx: Tx,
  person: { customer_id: string; document_index: Buffer },
): Promise<void> => {
  await sql`
    delete from recovery_code
    where customer_id = ${person.customer_id} or document_index = ${person.document_index}`.execute(tx)
}
