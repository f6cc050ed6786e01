import { sql, type Kysely } from 'kysely'

/** An index of holds that ended unconfirmed: each new reservation counts those of its customer in the session. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index event_reservation_hold_released on event_reservation (session_id, customer_id, ended_at)
    where state in ('cancelled', 'expired') and confirmed_at is null`.execute(db)
}
