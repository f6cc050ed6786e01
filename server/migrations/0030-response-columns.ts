import { sql, type Kysely } from 'kysely'

/**
 * One name for a stored response: the columns and the cache of postal directories were called `answer`. PostgreSQL
 * updates the check constraint on `promotion_transaction` accordingly:
 * `(response is not null) = (state in ('completed', 'reversed'))`.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table promotion_transaction rename column answer to response`.execute(db)
  await sql`alter table event_scan rename column answer to response`.execute(db)
  await sql`alter table postal_answer rename to postal_response`.execute(db)
  await sql`alter table postal_response rename column answer to response`.execute(db)
  await sql`alter table postal_response rename column answered_at to received_at`.execute(db)
  await sql`alter index postal_answer_expiry rename to postal_response_expiry`.execute(db)
}
