import { sql, type Kysely } from 'kysely'

/** Who acted for a company at the desk, and the proof of their authority. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table company_representative (
    id uuid primary key default uuidv7(),
    customer_id uuid not null references customer (id),
    name text not null,
    cpf_sealed bytea not null,
    power text not null check (power in ('statute', 'power_of_attorney')),
    recorded_by text not null,
    recorded_at timestamptz not null
  )`,
  `create index company_representative_customer on company_representative (customer_id, recorded_at desc)`,
]
