import { sql, type Kysely } from 'kysely'

/** What the lookup of a flow's document charged to an IP, so that exactly this is returned when the visitor signs in. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sign_in_flow add column charged_ip text, add column charged_at timestamptz`.execute(
    db,
  )
}
