import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { stockOffer } from './campaign-labels.ts'
import type { Offer } from './promotion.ts'
import { promotions } from './promotions.ts'

/** Status, date and availability of a campaign, as its kind describes them. A campaign never changes its kind. */
export function useOffer(campaign: CampaignCard): Offer {
  const useOfferOfKind = promotions[campaign.kind]?.useOffer ?? stockOffer
  return useOfferOfKind(campaign)
}
