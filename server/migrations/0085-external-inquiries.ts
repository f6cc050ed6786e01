import { sql, type Kysely } from 'kysely'

/** Participations whose outcome an external system decides: when it is asked again, and those that staff must decide. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table external_inquiry (
    transaction_id uuid primary key references promotion_transaction,
    kind text not null,
    state text not null check (state in ('asking', 'desk', 'settled')),
    attempts integer not null check (attempts >= 0),
    -- Why the last answer did not settle the participation; a short code.
    cause text,
    started_at timestamptz not null,
    next_at timestamptz not null,
    settled_at timestamptz,
    check ((settled_at is not null) = (state = 'settled'))
  )`,
  `create index external_inquiry_due on external_inquiry (kind, next_at) where state = 'asking'`,
  `create index external_inquiry_desk on external_inquiry (kind, started_at) where state = 'desk'`,
]
