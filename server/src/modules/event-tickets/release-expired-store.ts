import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * Expires holds and offers and returns their places in one statement; the session must be locked.
 * @returns the number of returned places
 */
export const releaseDue = async (tx: Tx, session_id: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ places: number }>`
    with holds as (
      update event_reservation set state = 'expired', ended_at = expires_at
      where session_id = ${session_id} and state = 'held' and expires_at < ${now}
      returning quantity
    ), offers as (
      update event_waiting set state = 'expired', ended_at = offer_expires_at
      where session_id = ${session_id} and state = 'offered' and offer_expires_at < ${now}
      returning quantity
    ), due as (
      select coalesce(sum(quantity), 0)::integer as places
      from (select quantity from holds union all select quantity from offers) as all_due
    )
    update event_session s set held = s.held - due.places from due
    where s.id = ${session_id} and due.places > 0
    returning due.places`.execute(tx)
  return rows[0]?.places ?? 0
}

/** Sessions with expired holds or offers, or with free places and a waiting list. */
export const listSessionsToRelease = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from event_reservation where state = 'held' and expires_at < ${now}
    union
    select session_id from event_waiting where state = 'offered' and offer_expires_at < ${now}
    union
    select w.session_id from event_waiting w join event_session s on s.id = w.session_id
    where w.state = 'waiting' and w.quantity <= s.capacity - s.held - s.sold
      and not s.is_closed and ${now} between s.sales_from and s.sales_until
    order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}
