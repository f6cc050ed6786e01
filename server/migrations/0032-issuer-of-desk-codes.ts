import { sql, type Kysely } from 'kysely'

/** Who issued a desk code, by name, for the member who must confirm it. Codes are valid for 15 minutes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table recovery_code add column issued_by_name text`.execute(db)
}
