import { sql, type Kysely } from 'kysely'

/** Progress and findings of the proofs that run in the background. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table proof (
    name text primary key,
    known_since timestamptz not null,
    -- The running pass.
    pass_kind text check (pass_kind in ('full', 'recent')),
    pass_started_at timestamptz,
    pass_position text,
    -- Where the next pass over recent data begins.
    mark text,
    started_at timestamptz,
    full_started_at timestamptz,
    proved_at timestamptz,
    full_proved_at timestamptz,
    check ((pass_kind is null) = (pass_started_at is null)),
    check (pass_position is null or pass_kind is not null)
  )`,
  `create table proof_finding (
    proof text not null references proof,
    check_name text not null,
    subject text not null,
    expected bigint,
    found bigint,
    found_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (proof, check_name, subject)
  )`,
  // Debts are rare: without this index, a customer's debt entries could be found only by reading the whole ledger.
  `create index points_entry_debt on points_entry (customer_id) where account = 'debt'`,
]
