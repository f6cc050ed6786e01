import { sql, type Kysely } from 'kysely'

/**
 * Which session without a password made something, null where a password or staff vouched for the person, and how many
 * points such sessions spent on a day of the club. No foreign key to `session`: sessions are purged, and the id of one
 * that ended opens nothing.
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
