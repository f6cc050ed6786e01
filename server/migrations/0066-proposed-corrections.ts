import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** An index for the corrections that wait for a second attendant. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index concurrently if exists customer_correction_proposed`,
  `create index concurrently customer_correction_proposed on customer_correction (expires_at) where state = 'proposed'`,
]
