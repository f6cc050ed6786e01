import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** The hourly proof reads the deliveries of the last days only. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // An interrupted run leaves an invalid index behind.
  await sql`drop index concurrently if exists gift_delivery_recent`.execute(db)
  await sql`create index concurrently gift_delivery_recent on gift_delivery (delivered_at)`.execute(db)
}
