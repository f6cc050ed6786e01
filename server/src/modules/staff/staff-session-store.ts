import { sql, type Generated } from 'kysely'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { StaffSessionState } from './staff-session.ts'

type StaffSessionTable = {
  id: Generated<string>
  token_hash: Buffer
  staff_id: string
  state: StaffSessionState
  pending_totp_sealed: Buffer | null
  created_at: Date
  last_seen_at: Date
  idle_expires_at: Date
  absolute_expires_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    staff_session: StaffSessionTable
  }
}

export type OpenSessionRow = {
  id: string
  token_hash: Buffer
  staff_id: string
  name: string
  roles: Role[]
  brand_id: string | null
  second_signature_from: Date
  created_at: Date
  last_seen_at: Date
}

/** Open sessions of the given tokens in one query, with current roles; disabled members have none. */
export const findOpenSessions = async (
  db: Db,
  token_hashes: readonly Buffer[],
  now: Date,
): Promise<OpenSessionRow[]> => {
  const { rows } = await sql<OpenSessionRow>`
    select staff_session.id, token_hash, staff_id, name, roles, brand_id, second_signature_from, staff_session.created_at,
      last_seen_at
    from staff_session join staff on staff.id = staff_id
    where token_hash = any(${token_hashes}::bytea[]) and staff_session.state = 'open' and staff.state = 'active'
      and idle_expires_at > ${now} and absolute_expires_at > ${now}`.execute(db)
  return rows
}

export type PendingSession = { id: string; staff_id: string; pending_totp_sealed: Buffer | null }

/** A sign-in waiting for its second factor. */
export const findPendingSession = (
  db: Db,
  input: { token_hash: Buffer; state: 'code' | 'enrollment'; now: Date },
): Promise<PendingSession | undefined> =>
  db
    .selectFrom('staff_session')
    .select(['id', 'staff_id', 'pending_totp_sealed'])
    .where('token_hash', '=', input.token_hash)
    .where('state', '=', input.state)
    .where('absolute_expires_at', '>', input.now)
    .executeTakeFirst()

export const insertSession = async (db: Db, session: Omit<StaffSessionTable, 'id'>): Promise<void> => {
  await db.insertInto('staff_session').values(session).execute()
}

/**
 * Stores a session that a password opens, unless the password was changed or the member disabled meanwhile. The share
 * lock makes it wait for such a change, which in turn sees this session and ends it.
 * @returns whether it was stored
 */
export const insertPendingSession = async (
  db: Db,
  session: Omit<StaffSessionTable, 'id'>,
  password_hash: string,
): Promise<boolean> => {
  const { rows } = await sql`
    with member as (
      select id from staff where id = ${session.staff_id} and state = 'active' and password_hash = ${password_hash}
      for share
    )
    insert into staff_session (token_hash, staff_id, state, pending_totp_sealed, created_at, last_seen_at,
      idle_expires_at, absolute_expires_at)
    select ${session.token_hash}::bytea, id, ${session.state}, ${session.pending_totp_sealed}::bytea,
      ${session.created_at}::timestamptz, ${session.last_seen_at}::timestamptz,
      ${session.idle_expires_at}::timestamptz, ${session.absolute_expires_at}::timestamptz
    from member returning id`.execute(db)
  return rows.length > 0
}

export const touchSession = async (
  db: Db,
  touch: { id: string; last_seen_at: Date; idle_expires_at: Date },
): Promise<void> => {
  await db
    .updateTable('staff_session')
    .set({ last_seen_at: touch.last_seen_at, idle_expires_at: touch.idle_expires_at })
    .where('id', '=', touch.id)
    .execute()
}

/** Ends the session of a token in any state. */
export const deleteByToken = (
  db: Db,
  token_hash: Buffer,
): Promise<{ staff_id: string; state: StaffSessionState } | undefined> =>
  db
    .deleteFrom('staff_session')
    .where('token_hash', '=', token_hash)
    .returning(['staff_id', 'state'])
    .executeTakeFirst()

/** Ends a pending session; only one of several concurrent callers gets true. */
export const consumePendingSession = async (db: Db, id: string): Promise<boolean> => {
  const ended = await db
    .deleteFrom('staff_session')
    .where('id', '=', id)
    .where('state', '!=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export const deleteSessionsOf = async (db: Db, staff_id: string): Promise<void> => {
  await db.deleteFrom('staff_session').where('staff_id', '=', staff_id).execute()
}

export const deleteExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('staff_session').where('idle_expires_at', '<', now).execute()
}
