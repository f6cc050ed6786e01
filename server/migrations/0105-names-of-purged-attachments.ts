import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** Purging an attachment now removes its name, too, which may be a person's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update service_attachment set name = 'anexo' where purged_at is not null and name <> 'anexo'`.execute(
    db,
  )
}
