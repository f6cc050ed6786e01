import { sql, type Generated } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import type { SessionLevel } from './session.ts'

type SessionTable = {
  id: Generated<string>
  token_hash: Buffer
  customer_id: string
  level: SessionLevel
  /** The remembered device that opened it; revoking the family deletes the session. */
  family_id: string | null
  /** The customer's access version when their password was verified. */
  access_version: number
  created_at: Date
  last_seen_at: Date
  idle_expires_at: Date
  absolute_expires_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    session: SessionTable
  }
}

export type SessionRow = {
  id: string
  /** In PostgreSQL's text format. */
  token_hash: string
  customer_id: string
  level: SessionLevel
  remembered: boolean
  /** Set only for sessions due to be touched. */
  created_at: Date | null
  /** Name of the customer, to avoid a second query for the greeting. */
  name: string | null
  document_type: 'cpf' | 'cnpj'
}

/**
 * Live sessions of the given tokens in one query. Sessions with an earlier access version are not live, so
 * none opened concurrently with a password change survives it. Blocked and anonymized accounts have none;
 * accounts pending deletion have only passwordless ones, which show no personal data. Hashes are transferred
 * in the database's text format, and instants only when needed, because this statement runs with every
 * request.
 * @param search.touched_before sessions last used before it are due to be touched
 */
export const findSessions = async (
  db: Db,
  search: { token_hashes: readonly string[]; now: Date; touched_before: Date },
): Promise<SessionRow[]> => {
  const { token_hashes, now, touched_before } = search
  const { rows } = await sql<SessionRow>`
    select session.id, token_hash::text, customer_id, level, family_id is not null as remembered, name, document_type,
      case when last_seen_at < ${touched_before} then session.created_at end as created_at
    from session join customer on customer.id = customer_id and customer.access_version = session.access_version
    where token_hash = any(${token_hashes}::bytea[]) and idle_expires_at > ${now} and absolute_expires_at > ${now}
      and account_status not in ('blocked', 'anonymized')
      and (account_status <> 'deletion_pending' or level = 'identified')`.execute(db)
  return rows
}

/** Opens a session. */
export const insertSessionSql = (session: Omit<SessionTable, 'id'>): Statement => sql`
  insert into session (token_hash, customer_id, level, family_id, access_version, created_at, last_seen_at,
    idle_expires_at, absolute_expires_at)
  values (${session.token_hash}, ${session.customer_id}, ${session.level}, ${session.family_id},
    ${session.access_version}, ${session.created_at}, ${session.last_seen_at}, ${session.idle_expires_at},
    ${session.absolute_expires_at})`

export type SessionTouch = {
  readonly id: string
  readonly last_seen_at: Date
  readonly idle_expires_at: Date
}

/** Extends sessions in one statement. One that another statement is changing now is extended or revoked by that. */
export const touchSessions = async (db: Db, touches: readonly SessionTouch[]): Promise<void> => {
  const each = [...new Map(touches.map((touch) => [touch.id, touch])).values()]
  await sql`
    update session set last_seen_at = due.last_seen_at, idle_expires_at = due.idle_expires_at
    from (
      select session.id, touched.last_seen_at, touched.idle_expires_at
      from unnest(
        ${each.map(({ id }) => id)}::uuid[],
        ${each.map(({ last_seen_at }) => last_seen_at)}::timestamptz[],
        ${each.map(({ idle_expires_at }) => idle_expires_at)}::timestamptz[]
      ) as touched (id, last_seen_at, idle_expires_at)
      join session on session.id = touched.id
      for no key update of session skip locked
    ) as due
    where session.id = due.id`.execute(db)
}

export const deleteSessionSql = (token_hash: Buffer): Statement =>
  sql`delete from session where token_hash = ${token_hash}`

/** Whether a valid session was opened with remember-me. */
export const isRemembered = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('session').select('family_id').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.family_id !== null
}

/** Continues a session under a new access version and family. */
export const continueSession = async (
  db: Db,
  change: { id: string; family_id: string | null; access_version: number },
): Promise<void> => {
  const { id, family_id, access_version } = change
  await db.updateTable('session').set({ family_id, access_version }).where('id', '=', id).execute()
}

/** Revokes all sessions of a customer except `keep`. */
export const deleteSessionsOf = async (db: Db, customer_id: string, keep: string | null): Promise<void> => {
  await db
    .deleteFrom('session')
    .where('customer_id', '=', customer_id)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

export const deleteExpiredSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('session').where('idle_expires_at', '<', now).execute()
}
