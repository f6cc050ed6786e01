import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** An admission of a ticket is undone at most once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index concurrently if exists event_scan_one_undo`,
  `create unique index concurrently event_scan_one_undo on event_scan (ticket_id) where result = 'undone'`,
]
