import { sql, type Kysely } from 'kysely'

/** Customers' choices of notices that differ from the default, and when they made them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table notice_choice (
        customer_id uuid not null references customer on delete cascade,
        channel text not null check (channel in ('email', 'sms')),
        topic text not null check (topic in
          ('receipts', 'points', 'expiring_points', 'reservations', 'waiting_list', 'participations')),
        is_wanted boolean not null,
        chosen_at timestamptz not null,
        primary key (customer_id, channel, topic),
        -- The other e-mails tell customers what they need to know.
        check (channel = 'sms' or topic = 'expiring_points')
      )`,
    )
    .execute(db)
}
