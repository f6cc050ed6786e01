import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { HourlyCount } from '../campaigns/index.ts'

/** The vouchers of a gift in a campaign. */
export type GiftResults = {
  gift_id: string
  /** Vouchers that were ever issued. */
  vouchers: number
  issued: number
  delivered: number
  expired: number
  cancelled: number
}

/** The counts of a campaign's vouchers, by gift. */
export const countGiftResults = async (db: Db, campaign_id: string, now: Date): Promise<GiftResults[]> => {
  const { rows } = await sql<GiftResults>`
    select gift_id, count(*) as vouchers,
      count(*) filter (where state = 'issued' and greatest(expires_at, held_until) > ${now}) as issued,
      count(*) filter (where state = 'delivered') as delivered,
      count(*) filter (where state = 'expired' or (state = 'issued' and greatest(expires_at, held_until) <= ${now})) as expired,
      count(*) filter (where state = 'cancelled') as cancelled
    from gift_voucher where campaign_id = ${campaign_id} group by gift_id`.execute(db)
  return rows
}

/** Completed participations whose voucher expired or was cancelled, by hour of creation and the state that customers see. */
export const countUnfulfilled = async (db: Db, campaign_id: string, now: Date): Promise<HourlyCount[]> => {
  const { rows } = await sql<HourlyCount>`
    select date_trunc('hour', t.created_at, 'UTC') as hour, o.state, count(*) as count
    from gift_voucher v
    join promotion_transaction t on t.id = v.transaction_id
    cross join lateral (
      select case when v.state = 'cancelled' then 'cancelled' else 'expired' end as state
      where v.state in ('cancelled', 'expired')
        or (v.state = 'issued' and greatest(v.expires_at, v.held_until) <= ${now})
    ) o
    where v.campaign_id = ${campaign_id} and t.state = 'completed' group by 1, 2`.execute(db)
  return rows
}
