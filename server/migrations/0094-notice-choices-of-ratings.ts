import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** Earlier choices satisfy the constraints that were replaced, which were narrower. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table notice_choice validate constraint notice_choice_topic`.execute(db)
  await sql`alter table notice_choice validate constraint notice_choice_optional_email`.execute(db)
}
