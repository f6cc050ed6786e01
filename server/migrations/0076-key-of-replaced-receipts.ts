import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** The key of a replaced receipt can be registered again. The new index exists before the old one is dropped. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table purchase validate constraint purchase_replaced_is_reversed`,
  `drop index concurrently if exists purchase_current_key`,
  `create unique index concurrently purchase_current_key on purchase (receipt_key)
    where state <> 'rejected' and replaced_at is null`,
  `drop index concurrently if exists purchase_receipt_key`,
]
