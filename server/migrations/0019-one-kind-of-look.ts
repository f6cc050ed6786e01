import { sql, type Kysely } from 'kysely'

/**
 * Views of recovery photos use `photo_look`, like all other views. No data is moved: a view is valid for one minute.
 * Until the last process of the previous version ends, views granted by it fail and are requested again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop table recovery_photo_view`.execute(db)
}
