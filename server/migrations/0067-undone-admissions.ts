import { sql, type Kysely } from 'kysely'

/** Admissions that were undone at the gate, and scans that an offline gate admitted by its list. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table event_scan add column admitted_offline boolean not null default false`,
  `alter table event_scan drop constraint event_scan_result_check`,
  // Existing rows satisfy the previous constraint, which was stricter.
  `alter table event_scan add constraint event_scan_result_check check (result in (
    'admitted', 'already_used', 'wrong_session', 'cancelled', 'session_cancelled', 'released', 'unknown', 'override',
    'door', 'undone')) not valid`,
]
