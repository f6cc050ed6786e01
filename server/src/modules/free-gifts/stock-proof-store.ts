import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

/** The next campaign with stock, by id. */
export const findStockCampaignAfter = async (db: Db, after: string | null): Promise<string | undefined> => {
  const { rows } = await sql<{ campaign_id: string }>`
    select campaign_id from gift_stock where ${after}::uuid is null or campaign_id > ${after}
    order by campaign_id limit 1`.execute(db)
  return rows[0]?.campaign_id
}

/** Counters of a campaign's stock that differ from the rows they count: per gift and pickup point, and of the campaign. */
export const findDiscrepancies = async (db: Db, id: string): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    with moved as (
      select m.gift_id, p.pickup_point_id, sum(p.units) as units,
        sum(p.units) filter (where m.kind = 'received') as received
      from gift_stock_movement m, lateral (values
        (m.pickup_point_id, case m.kind when 'transferred' then -m.units else m.units end),
        (m.to_pickup_point_id, m.units)
      ) as p (pickup_point_id, units)
      where m.campaign_id = ${id} and p.pickup_point_id is not null group by 1, 2
    ), vouchers as (
      select gift_id, pickup_point_id,
        count(*) filter (where state = 'issued') as issued_vouchers,
        count(*) filter (where state = 'delivered') as delivered_vouchers
      from gift_voucher where campaign_id = ${id} group by 1, 2
    ), stock as (
      select gift_id, pickup_point_id, on_hand, reserved, delivered, coalesce(units, 0) as units,
        coalesce(received, 0) as received, coalesce(issued_vouchers, 0) as issued_vouchers,
        coalesce(delivered_vouchers, 0) as delivered_vouchers
      from gift_stock left join moved using (gift_id, pickup_point_id)
        left join vouchers using (gift_id, pickup_point_id)
      where campaign_id = ${id}
    ), compared as (
      select name, concat_ws('/', ${id}::text, gift_id, pickup_point_id) as subject, expected, found
      from stock, lateral (values
        ('count-matches-movements', units, on_hand + reserved + delivered),
        ('reserved-matches-vouchers', issued_vouchers, reserved),
        ('delivered-matches-vouchers', delivered_vouchers, delivered)
      ) as c (name, expected, found)
      union all
      select 'used-stock-matches-units', ${id}::text, sum(received - on_hand - reserved), c.stock_taken
      from stock, campaign c
      -- Without a promised total, stock_taken is not maintained.
      where c.id = ${id} and c.stock_total is not null group by c.stock_taken
    )
    select name as "check", subject, expected::bigint, found::bigint from compared where expected <> found`.execute(
    db,
  )
  return rows
}
