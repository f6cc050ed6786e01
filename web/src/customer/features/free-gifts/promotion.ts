import { listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { giftName, pointsOf, priceText } from '@clube/contract/free-gifts/settings.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type Offer, type PointsUse, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { walletOf } from '../../promotions/wallet.ts'
import { GiftFacts } from './gift-facts.tsx'
import { giftPaths } from './gift-paths.ts'
import { nowEntriesOf } from './now-entries.ts'
import { useGifts, useGiftsOf, useMyVouchers, voucherList } from './use-gifts.ts'
import { voucherIcon, voucherItem, vouchersSummary } from './voucher-item.ts'

/** Free gifts in the shoppers' app. */
export const freeGiftsPromotion: PromotionDescriptor = {
  emblem: emblems.gift,
  useOffer: useGiftOffer,
  Facts: GiftFacts,
  wallet: walletOf({
    list: voucherList,
    itemOf: voucherItem,
    title: 'Meus brindes',
    icon: voucherIcon,
    useSummary: () => {
      const { data } = useMyVouchers()
      return data && vouchersSummary(data.items, serverNow())
    },
  }),
  useNowEntries: () => {
    const vouchers = useMyVouchers()
    const campaigns = useOwnCampaigns()
    const credit = useCredit({ enabled: campaigns !== undefined && campaigns.length > 0 })
    if (vouchers.isPending || !campaigns || credit.isLoading) return undefined
    return nowEntriesOf(vouchers.data?.items ?? [], credit.data ?? [], campaigns, serverNow())
  },
  reads: { wallet: [listMyGiftsCall], now: [] },
  usePointsUses,
}

/** The kind's campaigns; undefined while loading. */
function useOwnCampaigns(): CampaignCard[] | undefined {
  const { data, isError } = useCampaigns()
  if (isError) return []
  return data?.filter(({ kind }) => kind === 'free_gifts')
}

/** Status and availability, with what is left of all gifts at all pickup points. */
function useGiftOffer(campaign: CampaignCard): Offer {
  const isActive = campaign.state === 'active'
  const { data, isError } = useGifts(campaign.campaign_id, { enabled: isActive })
  if (!isActive) return { ...stockOffer(campaign), stock: null }
  // Stock is received after the approval.
  if (data?.stock.total === 0)
    return { ...stockOffer({ ...campaign, stock: null }), chip: { label: 'Em breve' } }
  if (data) return stockOffer({ ...campaign, stock: data.stock }, 'recebidos')
  // If the gifts failed to load, show the promotion's own status instead of waiting.
  const fallback = stockOffer(campaign)
  return isError ? fallback : { ...fallback, chip: null, left: null, stock: null, isCounting: true }
}

/** The gifts that cost points, while any are left. */
function usePointsUses(): readonly PointsUse[] | undefined {
  const campaigns = useOwnCampaigns()?.filter(({ state }) => state === 'active')
  const lists = useGiftsOf(campaigns?.map(({ campaign_id }) => campaign_id) ?? [])
  if (!campaigns || lists.some(({ isPending }) => isPending)) return undefined
  return campaigns.flatMap(({ slug }, index) =>
    (lists[index]?.data?.gifts ?? [])
      .filter(({ availability, price }) => availability !== 'out' && pointsOf(price) > 0)
      .map((gift) => ({
        title: giftName(gift),
        text: priceText(gift.price, null),
        href: giftPaths.choose(slug),
      })),
  )
}
