import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** Held and confirmed reservations of a session, by id. */
export const listOpenReservations = async (
  tx: Tx,
  { session_id, limit }: { session_id: string; limit: number },
): Promise<{ id: string; transaction_id: string }[]> => {
  const { rows } = await sql<{ id: string; transaction_id: string }>`
    select id, transaction_id from event_reservation
    where session_id = ${session_id} and state in ('held', 'confirmed') order by id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/**
 * Ends reservations of a locked session that are still open, with their unused tickets, and returns their places; used
 * tickets remain sold. @returns the reservations that it ended
 */
export const endReservations = async (
  tx: Tx,
  input: { session_id: string; ids: readonly string[]; now: Date },
): Promise<{ transaction_id: string; customer_id: string }[]> => {
  const { session_id, ids, now } = input
  const { rows } = await sql<{ transaction_id: string; customer_id: string }>`
    with ended as (
      update event_reservation set state = 'cancelled', ended_at = ${now}
      where id = any(${[...ids]}::uuid[]) and state in ('held', 'confirmed')
      returning id, transaction_id, customer_id, quantity, confirmed_at
    ), tickets as (
      update event_ticket t set state = 'cancelled' from ended
      where t.reservation_id = ended.id and t.state = 'valid'
      returning t.id
    ), places as (
      update event_session s
      set held = s.held - (select coalesce(sum(quantity), 0) from ended where confirmed_at is null),
        sold = s.sold - (select count(*) from tickets)
      where s.id = ${session_id}
      returning s.id
    )
    select transaction_id, customer_id from ended, places`.execute(tx)
  return rows
}

/** Ends waiting and offered entries of a locked session; the caller returns the offered places. */
export const endEntries = async (
  tx: Tx,
  input: { session_id: string; limit: number; now: Date },
): Promise<{ customer_id: string; offered: number }[]> => {
  const { session_id, limit, now } = input
  const { rows } = await sql<{ customer_id: string; offered: number }>`
    with open as (
      select id, state from event_waiting
      where session_id = ${session_id} and state in ('waiting', 'offered') order by id limit ${limit}
    )
    update event_waiting w set state = 'left', ended_at = ${now} from open where w.id = open.id
    returning w.customer_id, case when open.state = 'offered' then w.quantity else 0 end as offered`.execute(
    tx,
  )
  return rows
}
