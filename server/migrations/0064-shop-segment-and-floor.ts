import { sql, type Kysely } from 'kysely'

/** What a shop sells and where it is, for the public list of shops; null until staff have entered it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table shop add column segment text, add column floor text`).execute(db)
}
