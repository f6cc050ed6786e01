import { sql, type Kysely } from 'kysely'

/** When a campaign was paused, and the waiting-list entries of customers whose hold expired during the pause. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table campaign add column paused_at timestamptz`,
  `update campaign set paused_at = updated_at where state = 'paused'`,
  // The hold that expired while the campaign was paused: its entry precedes all others.
  `alter table event_waiting add column lost_hold_id uuid unique references event_reservation`,
  `drop index event_waiting_order`,
  `create index event_waiting_order on event_waiting (session_id, (lost_hold_id is null), joined_at, id)
    where state in ('waiting', 'offered')`,
]
