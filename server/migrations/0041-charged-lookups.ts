import { sql, type Kysely } from 'kysely'

/**
 * The charge of a flow's document lookup to an IP, so that exactly this charge is refunded when the visitor signs in.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sign_in_flow add column charged_ip text, add column charged_at timestamptz`.execute(
    db,
  )
}
