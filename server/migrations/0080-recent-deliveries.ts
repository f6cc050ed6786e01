import { sql, type Kysely } from 'kysely'

/** The hourly proof reads the deliveries of the last days only. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index gift_delivery_recent on gift_delivery (delivered_at)`.execute(db)
}
