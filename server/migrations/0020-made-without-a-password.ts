import { sql, type Kysely } from 'kysely'

/**
 * The passwordless session that created an item, null when the customer was authenticated by password or by staff; and
 * the points that a customer's passwordless sessions spent per club day. No foreign key to `session`: sessions are
 * purged, and the id of an ended one grants nothing.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table promotion_transaction add column identified_session_id uuid`,
  `alter table purchase add column identified_session_id uuid`,
  `alter table event_reservation add column identified_session_id uuid`,
  `alter table event_waiting add column identified_session_id uuid`,
  `create table points_spent_identified (
    customer_id uuid not null references customer,
    club_day date not null,
    points bigint not null check (points > 0),
    primary key (customer_id, club_day)
  )`,
]
