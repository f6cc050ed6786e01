import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * What a person holds, and with `tickets` has confirmed and not begun to use, in sessions that have not begun: what can
 * be given back.
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

/** Takes out of reservations, tickets and scans what tells whose they were. */
export const eraseReservations = async (tx: Tx, customer_id: string): Promise<void> => {
  await tx
    .updateTable('event_reservation')
    .set({ confirmed_address: null })
    .where('customer_id', '=', customer_id)
    .execute()
  await sql`
    update event_ticket t set participant_name = '', birth_date = null
    from event_reservation r where r.id = t.reservation_id and r.customer_id = ${customer_id}`.execute(tx)
  // What gates were told has the first name, and a supervisor's reason may have more.
  await sql`
    update event_scan s set answer = s.answer || '{"participant_name":null}',
      reason = case when s.reason is null then null else '' end
    from event_ticket t join event_reservation r on r.id = t.reservation_id
    where s.ticket_id = t.id and r.customer_id = ${customer_id}`.execute(tx)
}
