import { sql, type Kysely } from 'kysely'

/** An approval references the revision of the plan that the second person read. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table campaign add column revision integer not null default 1 check (revision > 0)`.execute(
    db,
  )
}
