import { sql, type Kysely } from 'kysely'

/** Notices of points that expire in a month, so that each customer is notified of them once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table points_expiry_notice (
        customer_id uuid not null references customer,
        -- First day of the club's month.
        month date not null,
        notified_at timestamptz not null,
        primary key (customer_id, month)
      )`,
    )
    .execute(db)
}
