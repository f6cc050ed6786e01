import { sql, type Kysely } from 'kysely'

/** The message about a confirmation is queued by a job, once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table event_reservation add column notified_at timestamptz`.execute(db)
}
