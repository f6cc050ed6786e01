import { sql, type Kysely } from 'kysely'

/**
 * The slow hash of a ticket's short code for the offline list, computed when the ticket is issued or first listed;
 * and the code of a scan, so that only the same scan can be repeated. Existing rows have neither.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table event_ticket add column short_offline_hash bytea`.execute(db)
  await sql`alter table event_scan add column code_index bytea`.execute(db)
}
