import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Request data for the sold-out check. */
type SellOutRequest = {
  readonly transaction_id: string
  readonly customer_id: string
  readonly session_id: string
  readonly quantity: number
}

/**
 * Finds the requests whose only possible response at this instant is "sold out", in one statement without locks: an open
 * participation of the person in an active campaign, nothing held or confirmed yet, and a session on sale without a free
 * place and without an expired hold or offer. Every other request is left to the decision under the session's lock.
 */
export const findCertainSellOuts = async <Request extends SellOutRequest>(
  db: Db,
  requests: readonly Request[],
  now: Date,
): Promise<ReadonlyMap<Request, true>> => {
  // The query returns the undecided requests, because they are few: this runs for every request of a burst.
  const { rows } = await sql<{ undecided: number[] | null }>`
    with sold_out as materialized (
      select s.id, s.campaign_id, s.limit_per_document
      from event_session s join campaign c on c.id = s.campaign_id
      where s.id = any(${arrayOf([...new Set(requests.map(({ session_id }) => session_id))])}::uuid[])
        and s.held + s.sold >= s.capacity and s.minimum_age is null
        and not s.is_closed and s.sales_from <= ${now} and s.sales_until > ${now}
        and c.state = 'active' and c.starts_at <= ${now} and c.ends_at > ${now}
        and not exists (select 1 from event_reservation r
          where r.session_id = s.id and r.state = 'held' and r.expires_at < ${now})
        and not exists (select 1 from event_waiting o
          where o.session_id = s.id and o.state = 'offered' and o.offer_expires_at < ${now})
    )
    select array_agg(w.position) as undecided
    from unnest(
      ${arrayOf(requests.map(({ transaction_id }) => transaction_id))}::uuid[],
      ${arrayOf(requests.map(({ customer_id }) => customer_id))}::uuid[],
      ${arrayOf(requests.map(({ session_id }) => session_id))}::uuid[],
      ${arrayOf(requests.map(({ quantity }) => quantity))}::integer[]
    ) with ordinality as w (transaction_id, customer_id, session_id, quantity, position)
    left join sold_out f on f.id = w.session_id and w.quantity between 1 and f.limit_per_document
    -- LIMIT 1 keeps each of these a single-row lookup: joins would read all participations of the campaign.
    left join lateral (select 1 as found from promotion_transaction t
      where t.id = w.transaction_id and t.customer_id = w.customer_id and t.campaign_id = f.campaign_id
        and t.kind = 'event_tickets' and t.state = 'open' and t.expires_at > ${now} limit 1
    ) as participation on true
    left join lateral (select 1 as found from event_reservation r
      where r.session_id = f.id and r.customer_id = w.customer_id and r.state in ('held', 'confirmed') limit 1
    ) as places on true
    where participation.found is null or places.found is not null`.execute(db)
  const undecided = new Set(rows[0]?.undecided)
  const certain = new Map<Request, true>()
  for (const [index, request] of requests.entries()) if (!undecided.has(index + 1)) certain.set(request, true)
  return certain
}

/** Ids and numbers need no escaping, unlike the driver's text arrays. */
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`
