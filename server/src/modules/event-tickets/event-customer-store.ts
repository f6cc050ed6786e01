import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * A customer's holds, and with `tickets` confirmed unused reservations, in sessions that have not started: what can
 * be returned.
 */
export const placesOf = async (
  tx: Tx,
  input: { customer_id: string; tickets: boolean; now: Date },
): Promise<{ id: string; session_id: string }[]> => {
  const { rows } = await sql<{ id: string; session_id: string }>`
    select r.id, r.session_id from event_reservation r join event_session s on s.id = r.session_id
    where r.customer_id = ${input.customer_id}
      and (r.state = 'held' or (${input.tickets} and r.state = 'confirmed' and s.starts_at > ${input.now}
        and not exists (select from event_ticket t where t.reservation_id = r.id and t.state <> 'valid')))
    order by r.session_id, r.id`.execute(tx)
  return rows
}

/** Erases identifying data from reservations, tickets and scans. */
export const eraseReservations = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('event_reservation')
    .set({ confirmed_address: null })
    .where('customer_id', '=', customer_id)
    .execute()
  await sql`
    update event_ticket t set participant_name = '', birth_date = null
    from event_reservation r where r.id = t.reservation_id and r.customer_id = ${customer_id}`.execute(tx)
  // Gate responses contain the first name, and a supervisor's reason may contain more.
  await sql`
    update event_scan s set response = s.response || '{"participant_name":null}',
      reason = case when s.reason is null then null else '' end
    from event_ticket t join event_reservation r on r.id = t.reservation_id
    where s.ticket_id = t.id and r.customer_id = ${customer_id}`.execute(tx)
}

/** Audit subjects of a customer in events: tickets, and sessions since the first reservation or entry. */
export const listEventSubjects = async (
  db: Db,
  customer_id: string,
): Promise<{ id: string; since: Date | null }[]> => {
  const { rows } = await sql<{ id: string; since: Date | null }>`
    select t.id::text as id, null::timestamptz as since
    from event_ticket t join event_reservation r on r.id = t.reservation_id
    where r.customer_id = ${customer_id}
    union all
    select session_id::text, min(since) from (
      select session_id, created_at as since from event_reservation where customer_id = ${customer_id}
      union all select session_id, joined_at from event_waiting where customer_id = ${customer_id}
    ) in_session group by session_id`.execute(db)
  return rows
}
