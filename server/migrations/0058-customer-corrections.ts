import { sql, type Kysely } from 'kysely'

/** Corrections of a customer's name and birth date at the desk, which a second member confirms. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table customer_correction (
    id uuid primary key default uuidv7(),
    customer_id uuid not null references customer on delete cascade,
    name text not null,
    birth_date date,
    state text not null check (state in ('proposed', 'approved', 'rejected', 'expired')),
    proposed_by uuid not null references staff,
    proposed_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by uuid references staff,
    decided_at timestamptz,
    check ((state = 'proposed') = (decided_at is null)),
    check ((state in ('approved', 'rejected')) = (decided_by is not null)),
    constraint customer_correction_two_people check (state <> 'approved' or decided_by <> proposed_by)
  )`,
  `create unique index customer_correction_open on customer_correction (customer_id) where state = 'proposed'`,
  `create index customer_correction_customer on customer_correction (customer_id)`,
]
