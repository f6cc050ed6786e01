import { sql, type Kysely } from 'kysely'

/** Templates of answers are archived instead of deleted, so that they can be used again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table answer_template add column archived_at timestamptz`.execute(db)
}
