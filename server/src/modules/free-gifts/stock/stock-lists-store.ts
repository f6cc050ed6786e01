import type { GiftStock } from '@clube/contract/free-gifts/stock-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { HourlyUse } from './stock-use.ts'

type StockSums = Pick<GiftStock, 'on_hand' | 'reserved' | 'delivered'>

/** The sums of the stock of campaigns, by their id; campaigns without stock are omitted. */
export const sumStock = async (
  db: Db,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, StockSums>> => {
  const { rows } = await sql<StockSums & { campaign_id: string }>`
    select campaign_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(delivered)::int as delivered
    from gift_stock where campaign_id = any(${[...campaign_ids]}::uuid[]) group by campaign_id`.execute(db)
  return new Map(rows.map(({ campaign_id, ...sums }) => [campaign_id, sums]))
}

/** Vouchers that were issued and not returned, and deliveries, per hour. */
export const countUse = async (db: Db, campaign_id: string): Promise<HourlyUse[]> => {
  const { rows } = await sql<HourlyUse>`
    select date_trunc('hour', u.at, 'UTC') as hour, sum(u.issued)::int as issued, sum(u.delivered)::int as delivered
    from gift_voucher v, lateral (values (v.issued_at, 1, 0), (v.delivered_at, 0, 1)) as u (at, issued, delivered)
    where v.campaign_id = ${campaign_id} and v.state in ('issued', 'delivered') and u.at is not null
    group by 1`.execute(db)
  return rows
}

/** The movements of a campaign before the cursor, newest first. */
export const listMovements = (
  db: Db,
  { campaign_id, cursor, limit }: { campaign_id: string; cursor: string | null; limit: number },
) =>
  db
    .selectFrom('gift_stock_movement')
    .select(['id', 'kind', 'gift_id', 'pickup_point_id', 'to_pickup_point_id', 'units', 'reason'])
    .select(['staff_id', 'created_at'])
    .where('campaign_id', '=', campaign_id)
    .$if(cursor !== null, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
