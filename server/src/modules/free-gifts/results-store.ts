import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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

/** The figures of a campaign's gifts. */
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
