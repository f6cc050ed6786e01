import { sql, type Kysely } from 'kysely'

/** When staff requested a full pass that has not begun. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table proof add column requested_at timestamptz`.execute(db)
}
