import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** Earlier prints have numbers up to three and no staff member. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table gift_print validate constraint gift_print_number`.execute(db)
}
