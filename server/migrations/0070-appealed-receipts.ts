import { sql, type Kysely } from 'kysely'

/** When a customer appealed, and which receipt each staff member has open. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null for appeals made before this column existed.
  `alter table purchase add column appealed_at timestamptz`,
  `create table open_receipt (
    staff_id uuid primary key references staff on delete cascade,
    purchase_id uuid not null references purchase,
    opened_at timestamptz not null
  )`,
  `create index open_receipt_purchase on open_receipt (purchase_id)`,
]
