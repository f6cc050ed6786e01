import { sql, type Kysely } from 'kysely'

/**
 * When a device became known: the device of an account created today is trusted less than one known for days. The
 * default is for processes of the previous version, which do not set the column.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table known_device add column known_since timestamptz not null default now()`.execute(db)
  await sql`update known_device set known_since = seen_at`.execute(db)
}
