import { sql, type Kysely } from 'kysely'

/** Names the reasons for the staff review of a receipt as the contract does. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table purchase rename column doubts to review_reasons`.execute(db)
}
