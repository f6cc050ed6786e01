import { listGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { availabilityOf, type GiftList, type UnitsLeft } from '@clube/contract/free-gifts/gift.ts'
import type { GiftStock } from '@clube/contract/free-gifts/stock-calls.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { FreeGiftDeps } from './deps.ts'
import { findGiftCampaign, giftSummary } from './gift-campaign.ts'
import { listStock } from './stock/stock-store.ts'

/** The remaining and total units of several rows of the stock. */
const unitsLeft = (stock: readonly GiftStock[]): UnitsLeft => ({
  remaining: stock.reduce((sum, { on_hand }) => sum + on_hand, 0),
  total: stock.reduce((sum, { on_hand, reserved, delivered }) => sum + on_hand + reserved + delivered, 0),
})

/**
 * The gifts of a campaign as shoppers see them.
 * @throws {Refusal} campaigns.unknown
 */
export const listGifts = async ({ db }: Pick<FreeGiftDeps, 'db'>, campaign_id: string): Promise<GiftList> => {
  const campaign = await findGiftCampaign(db, campaign_id)
  if (!campaign || campaign.state === 'archived') throw refusalsOf(listGiftsCall)('campaigns.unknown')
  const stock = await listStock(db, campaign_id)
  const { gifts, pickup_points, valid_days } = campaign.settings
  return {
    gifts: gifts.map((gift) => {
      const own = stock.filter(({ gift_id }) => gift_id === gift.gift_id)
      const left = unitsLeft(own)
      return {
        ...giftSummary(gift),
        description: gift.description,
        value_cents: gift.value_cents,
        price: gift.price,
        availability: availabilityOf(left),
        remaining: left.remaining,
        points: pickup_points.flatMap(({ pickup_point_id }) => {
          const row = own.find((each) => each.pickup_point_id === pickup_point_id)
          if (!row) return []
          const { remaining, total } = unitsLeft([row])
          return [{ pickup_point_id, availability: availabilityOf({ remaining, total }), remaining }]
        }),
      }
    }),
    pickup_points,
    stock: unitsLeft(stock),
    valid_days,
  }
}
