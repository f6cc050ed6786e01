import { listMyParkingVouchersCall } from '@clube/contract/parking-voucher/calls.ts'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { parkingPriceText } from '@clube/contract/parking-voucher/settings.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type PointsUse, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { walletOf } from '../../promotions/wallet.ts'
import { ParkingFacts } from './parking-facts.tsx'
import { parkingPaths } from './parking-paths.ts'
import { useMyVouchers, useOffersOf, voucherList } from './use-parking.ts'
import { nowEntriesOf, parkingIcon, voucherItem, vouchersSummary } from './voucher-item.ts'

/** Parking vouchers in the shoppers' app. */
export const parkingVoucherPromotion: PromotionDescriptor = {
  emblem: emblems.car,
  useOffer: stockOffer,
  Facts: ParkingFacts,
  wallet: walletOf({
    list: voucherList,
    itemOf: voucherItem,
    title: 'Meus vales-estacionamento',
    icon: parkingIcon,
    useSummary: () => {
      const { data } = useMyVouchers()
      return data && vouchersSummary(data.items, serverNow())
    },
  }),
  useNowEntries: () => {
    const vouchers = useMyVouchers()
    const campaigns = useActiveCampaigns()
    const credit = useCredit({ enabled: campaigns !== undefined && campaigns.length > 0 })
    if (vouchers.isPending || !campaigns || credit.isLoading) return undefined
    return nowEntriesOf(vouchers.data?.items ?? [], credit.data ?? [], campaigns, serverNow())
  },
  reads: { wallet: [listMyParkingVouchersCall], now: [] },
  usePointsUses,
}

/** The active campaigns of the kind; undefined while loading. */
function useActiveCampaigns(): CampaignCard[] | undefined {
  const { data, isError } = useCampaigns()
  if (isError) return []
  return data?.filter(({ kind, state }) => kind === 'parking_voucher' && state === 'active')
}

/** The vouchers that cost points. */
function usePointsUses(): readonly PointsUse[] | undefined {
  const campaigns = useActiveCampaigns()
  const offers = useOffersOf(campaigns?.map(({ campaign_id }) => campaign_id) ?? [])
  if (!campaigns || offers.some(({ isPending }) => isPending)) return undefined
  return campaigns.flatMap(({ slug, title }, index) => {
    const price = offers[index]?.data?.price
    if (price?.kind !== 'points') return []
    return [{ title, text: parkingPriceText(price, null), href: parkingPaths.apply(slug) }]
  })
}
