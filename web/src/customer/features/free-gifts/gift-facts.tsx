import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { giftName, priceText } from '@clube/contract/free-gifts/settings.ts'
import { useGifts } from './use-gifts.ts'

/** The gifts with their prices, and where they can be picked up; empty until loaded. */
export function GiftFacts({ campaign: { campaign_id, spend_rule } }: { campaign: CampaignPage }) {
  const { data } = useGifts(campaign_id)
  if (!data) return null
  return (
    <>
      <dt>Brindes</dt>
      {data.gifts.map((gift) => (
        <dd key={gift.gift_id}>
          {giftName(gift)}: {priceText(gift.price, spend_rule)}
        </dd>
      ))}
      <dt>Onde retirar</dt>
      {data.pickup_points.map(({ pickup_point_id, name, location, opening_hours }) => (
        <dd key={pickup_point_id}>
          {name}, {location}. {opening_hours}
        </dd>
      ))}
    </>
  )
}
