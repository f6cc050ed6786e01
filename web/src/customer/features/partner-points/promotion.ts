import { listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type PointsUse, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { processingEntry } from './now-entries.ts'
import { PartnerFacts } from './partner-facts.tsx'
import { partnerPaths } from './partner-paths.ts'
import { useHasFullAccess, useRedemptions } from './use-partners.ts'

/** Partner points in the shoppers' app. */
export const partnerPointsPromotion: PromotionDescriptor = {
  emblem: emblems.star,
  useOffer: stockOffer,
  Facts: PartnerFacts,
  // Redeemed points are in the balance: there is nothing to show at the shopping center.
  wallet: null,
  useNowEntries: () => {
    const { data = [], isLoading } = useRedemptions({ enabled: useHasFullAccess() })
    if (isLoading) return undefined
    return data.filter(({ state }) => state === 'processing').map(processingEntry)
  },
  reads: { wallet: [], now: [listRedemptionsCall] },
  usePointsUses: () => [],
  usePointsSources,
}

/** One link to all partners while points of any can be exchanged. */
function usePointsSources(): readonly PointsUse[] {
  const campaigns = useCampaigns().data?.filter(
    ({ kind, state }) => kind === 'partner_points' && state === 'active',
  )
  if (!campaigns || campaigns.length === 0) return []
  return [
    {
      title: 'Trocar pontos de um programa parceiro',
      text: campaigns.map(({ title }) => title).join(', '),
      href: partnerPaths.partners,
    },
  ]
}
