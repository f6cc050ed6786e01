import { sql, type Kysely } from 'kysely'

/**
 * Spent budget of each accepted proof of work. A row is kept until after its challenge has expired; otherwise the proof
 * could be spent again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table captcha_proof (
    challenge bytea primary key check (octet_length(challenge) = 32),
    flow text not null,
    first_accepted_at timestamptz not null,
    spent integer not null check (spent between 1 and 8),
    documents bytea[] not null check (cardinality(documents) <= 2),
    expires_at timestamptz not null
  )`,
  `create index captcha_proof_expiry on captcha_proof (expires_at)`,
]
