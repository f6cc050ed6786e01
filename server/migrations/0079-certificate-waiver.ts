import { sql, type Kysely } from 'kysely'

/** Why the approver of a campaign decided that it needs no certificate of authorization. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table campaign add column certificate_waiver text`.execute(db)
}
