import { sql, type Kysely } from 'kysely'

/** Cancelled event sessions: closed permanently, with their own result at the gate. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table event_session
    add column cancelled_at timestamptz,
    add column cancel_reason text,
    add constraint event_session_cancelled check (
      (cancelled_at is null) = (cancel_reason is null) and (cancelled_at is null or is_closed))`,
  // Null for a cancellation, after which the session has no new values.
  `alter table event_session_change alter column after drop not null`,
  `alter table event_scan drop constraint event_scan_result_check`,
  // Existing rows satisfy the previous constraint, which was stricter.
  `alter table event_scan add constraint event_scan_result_check check (result in (
    'admitted', 'already_used', 'wrong_session', 'cancelled', 'session_cancelled', 'released', 'unknown', 'override',
    'door')) not valid`,
]
