import { resumedOfferSeconds } from '@clube/contract/event-tickets/session.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { expiryAfter } from '../../ports/clock.ts'

/**
 * Expires holds and offers and returns their places in one statement; the session must be locked. While the campaign is
 * paused, holds expire and offers do not; customers whose hold expires come first on the waiting list, with the
 * quantity of that hold.
 * @param input.paused_at when the campaign was paused; null while it is not paused
 * @param input.offer_time offers with an earlier expiry expire (`offerTimeAt`)
 * @returns the number of returned places
 */
export const releaseDue = async (
  tx: Tx,
  input: { session_id: string; now: Date; paused_at: Date | null; offer_time: Date },
): Promise<number> => {
  const { session_id, now, paused_at, offer_time } = input
  // Left out when the campaign is not paused: every insertion runs the triggers of the list, even without a row.
  const lost =
    paused_at === null
      ? sql``
      : sql`lost as (
      insert into event_waiting (session_id, customer_id, identified_session_id, quantity, state, service_channel,
        joined_at, lost_hold_id)
      select ${session_id}::uuid, customer_id, identified_session_id, quantity, 'waiting', service_channel, created_at, id
      from holds where expires_at >= ${paused_at}
      on conflict (customer_id, session_id) where state in ('waiting', 'offered') do update
        set lost_hold_id = excluded.lost_hold_id, quantity = excluded.quantity
        where event_waiting.state = 'waiting'
    ),`
  const { rows } = await sql<{ places: number }>`
    with holds as (
      update event_reservation set state = 'expired', ended_at = expires_at
      where session_id = ${session_id} and state = 'held' and expires_at < ${now}
      returning id, customer_id, identified_session_id, quantity, service_channel, created_at, expires_at
    ), ${lost} offers as (
      update event_waiting set state = 'expired', ended_at = offer_expires_at
      where session_id = ${session_id} and state = 'offered' and offer_expires_at < ${offer_time}
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

/** Extends the offers of a locked session by the duration of a pause, to at least `resumedOfferSeconds` from now. */
export const extendOffers = async (
  tx: Tx,
  { session_id, paused_at, now }: { session_id: string; paused_at: Date; now: Date },
): Promise<void> => {
  await sql`
    update event_waiting
    set offer_expires_at = greatest(offer_expires_at + (${now}::timestamptz - ${paused_at}::timestamptz),
      ${expiryAfter(now, resumedOfferSeconds)}::timestamptz)
    where session_id = ${session_id} and state = 'offered'`.execute(tx)
}

/**
 * Sessions with expired holds or offers, or with free places and a waiting list, including those of paused campaigns.
 */
export const listSessionsToRelease = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from event_reservation where state = 'held' and expires_at < ${now}
    union
    select session_id from event_waiting where state = 'offered' and offer_expires_at < ${now}
    union
    select s.id from event_session s
    where s.waiting > 0 and not s.is_closed and ${now} between s.sales_from and s.sales_until
      and (select min(w.quantity) from event_waiting w where w.session_id = s.id and w.state = 'waiting')
        <= s.capacity - s.held - s.sold
    order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}
