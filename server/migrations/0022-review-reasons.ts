import { sql, type Kysely } from 'kysely'

/** Uses the contract's names for the reasons why staff review a receipt. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table purchase rename column doubts to review_reasons`.execute(db)
}
