import { sql, type Kysely } from 'kysely'

/**
 * Looks at photos of recovery are granted like all others (`photo_look`). Nothing moves: a look lives one minute. Until
 * a process of before ends, looks at requests that are asked of it fail, and are asked again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop table recovery_photo_view`.execute(db)
}
