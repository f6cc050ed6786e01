import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Request data for the sold-out check. */
type SellOutRequest = {
  readonly transaction_id: string
  readonly customer_id: string
  readonly campaign_id: string
  readonly gift_id: string
  readonly pickup_point_id: string
}

/**
 * Finds the requests whose only possible response at this instant is "sold out", in one statement without locks: an open
 * participation of the person in an active campaign, and a gift without a unit on hand. Every other request is left to
 * the decision under the lock of the stock.
 */
export const findCertainSellOuts = async <Request extends SellOutRequest>(
  db: Db,
  requests: readonly Request[],
  now: Date,
): Promise<ReadonlyMap<Request, true>> => {
  const listOf = (field: keyof SellOutRequest) => `{${requests.map((request) => request[field]).join(',')}}`
  const { rows } = await sql<{ certain: number[] | null }>`
    select array_agg(w.position) as certain
    from unnest(${listOf('transaction_id')}::uuid[], ${listOf('customer_id')}::uuid[], ${listOf('campaign_id')}::uuid[],
      ${listOf('gift_id')}::uuid[], ${listOf('pickup_point_id')}::uuid[]
    ) with ordinality as w (transaction_id, customer_id, campaign_id, gift_id, pickup_point_id, position)
    -- LIMIT 1 keeps each of these a single-row lookup.
    join lateral (select 1 from promotion_transaction t
      where t.id = w.transaction_id and t.customer_id = w.customer_id and t.campaign_id = w.campaign_id
        and t.kind = 'free_gifts' and t.state = 'open' and t.expires_at > ${now} limit 1
    ) as participation on true
    join lateral (select 1 from gift_stock s join campaign c on c.id = s.campaign_id
      where s.campaign_id = w.campaign_id and s.gift_id = w.gift_id and s.pickup_point_id = w.pickup_point_id
        and s.on_hand = 0 and c.state = 'active' and c.starts_at <= ${now} and c.ends_at > ${now} limit 1
    ) as sold_out on true`.execute(db)
  const certain = new Map<Request, true>()
  for (const position of rows[0]?.certain ?? []) {
    const request = requests[position - 1]
    if (request) certain.set(request, true)
  }
  return certain
}
