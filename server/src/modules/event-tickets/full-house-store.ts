import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A wish as far as the check for a full house looks at it. */
type HopelessWish = {
  readonly transaction_id: string
  readonly customer_id: string
  readonly session_id: string
  readonly quantity: number
}

/**
 * Wishes that can only hear "sold out" at this instant, by one statement without locks: an open participation of the
 * person in a campaign that is on, nothing held or bought yet, and a session on sale without a free place or one that
 * should be free. What is not surely so is left out, for whoever decides under the session's lock.
 */
export const findHopeless = async <Wish extends HopelessWish>(
  db: Db,
  wishes: readonly Wish[],
  now: Date,
): Promise<ReadonlyMap<Wish, true>> => {
  // Few have hope, so those are what the database tells: this runs for every contender of a rush.
  const { rows } = await sql<{ hopeful: number[] | null }>`
    with full_house as materialized (
      select s.id, s.campaign_id, s.limit_per_document
      from event_session s join campaign c on c.id = s.campaign_id
      where s.id = any(${arrayOf([...new Set(wishes.map(({ session_id }) => session_id))])}::uuid[])
        and s.held + s.sold >= s.capacity and s.minimum_age is null
        and not s.is_closed and s.sales_from <= ${now} and s.sales_until > ${now}
        and c.state = 'active' and c.starts_at <= ${now} and c.ends_at > ${now}
        and not exists (select 1 from event_reservation r
          where r.session_id = s.id and r.state = 'held' and r.expires_at < ${now})
        and not exists (select 1 from event_waiting o
          where o.session_id = s.id and o.state = 'offered' and o.offer_expires_at < ${now})
    )
    select array_agg(w.position) as hopeful
    from unnest(
      ${arrayOf(wishes.map(({ transaction_id }) => transaction_id))}::uuid[],
      ${arrayOf(wishes.map(({ customer_id }) => customer_id))}::uuid[],
      ${arrayOf(wishes.map(({ session_id }) => session_id))}::uuid[],
      ${arrayOf(wishes.map(({ quantity }) => quantity))}::integer[]
    ) with ordinality as w (transaction_id, customer_id, session_id, quantity, position)
    left join full_house f on f.id = w.session_id and w.quantity between 1 and f.limit_per_document
    -- Limits make these lookups of one row each: joins would read all participations of the campaign.
    left join lateral (select 1 as found from promotion_transaction t
      where t.id = w.transaction_id and t.customer_id = w.customer_id and t.campaign_id = f.campaign_id
        and t.kind = 'event_tickets' and t.state = 'open' and t.expires_at > ${now} limit 1
    ) as participation on true
    left join lateral (select 1 as found from event_reservation r
      where r.session_id = f.id and r.customer_id = w.customer_id and r.state in ('held', 'confirmed') limit 1
    ) as standing on true
    where participation.found is null or standing.found is not null`.execute(db)
  const hopeful = new Set(rows[0]?.hopeful)
  const hopeless = new Map<Wish, true>()
  for (const [at, wish] of wishes.entries()) if (!hopeful.has(at + 1)) hopeless.set(wish, true)
  return hopeless
}

/** Ids and numbers need none of the care with which the driver writes texts into an array. */
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`
