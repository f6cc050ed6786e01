import { sql, type Kysely } from 'kysely'

/** Why a session that was revoked ended, for the browser that still has its cookie. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ended_session (
    token_hash bytea primary key,
    reason text not null check (reason in ('password', 'deletion')),
    ended_at timestamptz not null
  )`,
  `create index ended_session_age on ended_session (ended_at)`,
]
