import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { sql, type ColumnType } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import type { StoredPassword } from './customer-store.ts'
import { isKnownDeviceSql } from '../sessions/index.ts'
import type { Customer } from './customer.ts'

type SignInFlowTable = {
  id_hash: Buffer
  state: ColumnType<SignInState, string, string>
  document_index: Buffer | null
  /** The IP charged for the lookup of the document; null when none was, or after the refund. */
  charged_ip: string | null
  charged_at: Date | null
  expires_at: Date
}

type RegistrationTicketTable = {
  secret_hash: Buffer
  customer_id: string
  flow_hash: Buffer
  expires_at: Date
  used_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    sign_in_flow: SignInFlowTable
    registration_ticket: RegistrationTicketTable
  }
}

export type FlowRow = { state: SignInState; document_index: Buffer | null }

export const findFlow = (db: Db, id_hash: Buffer, now: Date): Promise<FlowRow | undefined> =>
  db
    .selectFrom('sign_in_flow')
    .select(['state', 'document_index'])
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Customer data for verifying the password; the customer's fields are null when the document has no account. */
export type SignInPerson = Omit<StoredPassword, 'access_version'> & {
  id: string | null
  account_status: Customer['account_status'] | null
  name: string | null
  access_version: number | null
}

/** A flow with the owner of its document. */
export type SignInRow = FlowRow & SignInPerson & { charged_ip: string | null }

/** Flow, person, password and device in one query, for signing in. */
export const findForSignIn = async (
  db: Db,
  search: { id_hash: Buffer; device_hash: Buffer | null; now: Date },
): Promise<SignInRow | undefined> => {
  // An anonymized account no longer has a document.
  const { rows } = await sql<SignInRow>`
    select flow.state, flow.document_index, flow.charged_ip, customer.id, account_status, name, access_version, password_hash,
      ${isKnownDeviceSql(search.device_hash, sql`customer.id`)} as is_known_device
    from sign_in_flow as flow
    left join customer on customer.document_index = flow.document_index
    left join customer_password on customer_password.customer_id = customer.id
    where id_hash = ${search.id_hash} and expires_at > ${search.now}`.execute(db)
  return rows[0]
}

/** The flow's row, locked until the transaction ends, so that its events are serialized. */
export const lockFlow = (tx: Tx, id_hash: Buffer, now: Date): Promise<FlowRow | undefined> =>
  tx
    .selectFrom('sign_in_flow')
    .select(['state', 'document_index'])
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const saveFlow = async (
  db: Db,
  flow: {
    id_hash: Buffer
    state: SignInState
    document_index: Buffer | null
    charged_ip?: string | null
    charged_at?: Date | null
    expires_at: Date
  },
): Promise<void> => {
  const values = { ...flow, state: JSON.stringify(flow.state) }
  await db
    .insertInto('sign_in_flow')
    .values(values)
    .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values))
    .execute()
}

/** Consumes the charge for the lookup of a flow's document; only the first caller receives it. */
export const consumeLookupCharge = async (
  db: Db,
  id_hash: Buffer,
): Promise<{ ip: string; at: Date } | undefined> => {
  const { rows } = await sql<{ ip: string; at: Date }>`
    update sign_in_flow set charged_ip = null, charged_at = null
    where id_hash = ${id_hash} and charged_ip is not null
    returning old.charged_ip as ip, old.charged_at as at`.execute(db)
  return rows[0]
}

/** Deletes a flow. */
export const deleteFlowSql = (id_hash: Buffer): Statement =>
  sql`delete from sign_in_flow where id_hash = ${id_hash}`

export const deleteFlow = async (db: Db, id_hash: Buffer): Promise<void> => {
  await deleteFlowSql(id_hash).execute(db)
}

export const deleteExpiredFlows = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sign_in_flow').where('expires_at', '<', now).execute()
  await db.deleteFrom('registration_ticket').where('expires_at', '<', now).execute()
}

export const insertTicket = async (
  db: Db,
  ticket: Omit<RegistrationTicketTable, 'used_at'>,
): Promise<void> => {
  await db
    .insertInto('registration_ticket')
    .values({ ...ticket, used_at: null })
    .execute()
}

/** The customer of a valid ticket; does not consume it. */
export const findTicket = (
  db: Db,
  input: { secret_hash: Buffer; now: Date },
): Promise<{ customer_id: string } | undefined> =>
  db
    .selectFrom('registration_ticket')
    .select('customer_id')
    .where('secret_hash', '=', input.secret_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.now)
    .executeTakeFirst()

/** Consumes a ticket; only one of several concurrent callers gets the customer. */
export const consumeTicket = (
  db: Db,
  input: { secret_hash: Buffer; flow_hash: Buffer; now: Date },
): Promise<{ customer_id: string } | undefined> =>
  db
    .updateTable('registration_ticket')
    .set({ used_at: input.now })
    .where('secret_hash', '=', input.secret_hash)
    .where('flow_hash', '=', input.flow_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.now)
    .returning('customer_id')
    .executeTakeFirst()
