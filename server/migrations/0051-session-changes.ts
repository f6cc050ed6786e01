import { sql, type Kysely } from 'kysely'

/**
 * Announced changes of event sessions, the customers notified of them, and the explanation shown to a customer whose
 * participation was returned.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table event_session add column revision integer not null default 1`,
  `create table event_session_change (
    id uuid primary key default uuidv7(),
    session_id uuid not null references event_session,
    -- Titles, places and instants as tickets show them.
    before jsonb not null,
    after jsonb not null,
    people integer not null check (people > 0),
    changed_by text not null,
    changed_at timestamptz not null,
    -- Null until everyone has been notified.
    notified_at timestamptz
  )`,
  `create index event_session_change_session on event_session_change (session_id, changed_at)`,
  `create table event_session_notice (
    change_id uuid not null references event_session_change,
    customer_id uuid not null references customer,
    primary key (change_id, customer_id)
  )`,
  `alter table promotion_transaction add column return_note text`,
]
