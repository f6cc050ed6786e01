import { sql, type Kysely } from 'kysely'

/** An index of offers that were not accepted: they count like holds that ended unconfirmed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index event_waiting_offer_released on event_waiting (session_id, customer_id, ended_at)
    where state in ('expired', 'left') and offered_at is not null`.execute(db)
}
