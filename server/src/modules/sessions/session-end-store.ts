import type { SessionEnd } from '@clube/contract/identity/session-calls.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type RevocationReason = Extract<SessionEnd, 'password' | 'deletion'>

/**
 * Why a revoked session ended. The row does not reference an account: only the browser that has the token can
 * find it.
 */
type EndedSessionTable = { token_hash: Buffer; reason: RevocationReason; ended_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    ended_session: EndedSessionTable
  }
}

/** Records why a customer's valid sessions end, except `keep`. Call it before they are deleted, in the same transaction. */
export const recordSessionEnds = async (
  tx: Tx,
  end: { customer_id: string; keep: string | null; reason: RevocationReason; now: Date },
): Promise<void> => {
  await sql`
    insert into ended_session (token_hash, reason, ended_at)
    select token_hash, ${end.reason}, ${end.now}::timestamptz from session
    where customer_id = ${end.customer_id} and id is distinct from ${end.keep}::uuid
      and idle_expires_at > ${end.now} and absolute_expires_at > ${end.now}
    on conflict (token_hash) do nothing`.execute(tx)
}

/** Why the session of a token ended; undefined if it is valid or unknown. */
export const findRecordedEnd = async (
  db: Db,
  search: { token_hash: Buffer; now: Date },
): Promise<SessionEnd | undefined> => {
  const { token_hash, now } = search
  const { rows } = await sql<{ reason: SessionEnd }>`
    select reason from ended_session where token_hash = ${token_hash}
    union all
    select case when absolute_expires_at <= ${now} then 'expired' else 'idle' end from session
    where token_hash = ${token_hash} and (idle_expires_at <= ${now} or absolute_expires_at <= ${now})`.execute(
    db,
  )
  return rows[0]?.reason
}

export const deleteOldSessionEnds = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('ended_session').where('ended_at', '<', before).execute()
}
