import { sql, type Kysely } from 'kysely'

/** Incomplete changes of a campaign that is a draft; the campaign keeps its last complete plan. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`alter table campaign_draft add column campaign_id uuid unique references campaign`)
    .execute(db)
}
