import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { QueryState } from '../../parts/club-data/loaded.tsx'
import { eventTicketsPromotion } from '../features/event-tickets/promotion.ts'
import { freeGiftsPromotion } from '../features/free-gifts/promotion.ts'
import { newProjectPromotion } from '../features/new-project/promotion.ts'
import { partnerPointsPromotion } from '../features/partner-points/promotion.ts'
import { parkingVoucherPromotion } from '../features/parking-voucher/promotion.ts'
import { scratchCardPromotion } from '../features/scratch-card/promotion.ts'
import { stockOffer } from './campaign-labels.ts'
import type {
  NowEntry,
  Offer,
  PointsUse,
  PromotionDescriptor,
  Wallet,
  WalletEntry,
  WalletItem,
} from './promotion.ts'

/** One entry per kind on shoppers' screens; null until implemented. A missing entry is a compile error. */
export const promotions: Readonly<Record<PromotionKind, PromotionDescriptor | null>> = {
  event_tickets: eventTicketsPromotion,
  free_gifts: freeGiftsPromotion,
  scratch_card: scratchCardPromotion,
  partner_points: partnerPointsPromotion,
  parking_voucher: parkingVoucherPromotion,
  new_project: newProjectPromotion,
}

/** The implemented kinds. */
const implementedPromotions: readonly PromotionDescriptor[] = Object.values(promotions).filter(
  (promotion) => promotion !== null,
)

/** The wallet entries of all kinds. */
export const walletEntries: readonly WalletEntry[] = implementedPromotions.flatMap(
  ({ wallet }) => wallet ?? [],
)

/** The wallet entries that have something usable, or that failed to load and might. */
export const useValidWallets = (): WalletEntry[] =>
  walletEntries.filter(({ useItems }) => {
    // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
    const { data, error } = useItems()
    return data ? data.items.some(({ stage }) => stage === 'usable') : error !== null
  })

/** The loading state of each kind's items. */
export const useWallets = (): QueryState<Wallet<WalletItem>>[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  walletEntries.map(({ useItems }) => useItems())

/** Summaries of what the person has, of the kinds that have something; undefined while one is loading. */
export function useWalletSummary(): string[] | undefined {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const summaries = walletEntries.map(({ useSummary }) => useSummary())
  return summaries.includes(undefined) ? undefined : summaries.flatMap((summary) => summary ?? [])
}

/** What concerns the person now in all promotions. */
export const useNowEntries = (): NowEntry[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  implementedPromotions.flatMap(({ useNowEntries: useNowEntriesOfKind }) => useNowEntriesOfKind())

/** What points can buy in all promotions; undefined while a kind is loading. */
export function usePointsUses(): readonly PointsUse[] | undefined {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const uses = implementedPromotions.map(({ usePointsUses: usePointsUsesOfKind }) => usePointsUsesOfKind())
  return uses.some((each) => each === undefined) ? undefined : uses.flatMap((each) => each ?? [])
}

/** How points are earned other than by receipts, in all promotions. */
export const usePointsSources = (): PointsUse[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  implementedPromotions.flatMap(({ usePointsSources: useSourcesOfKind }) => useSourcesOfKind?.() ?? [])

/** Status, date and availability of a campaign, as its kind describes them. A campaign never changes its kind. */
export function useOffer(campaign: CampaignCard): Offer {
  const useOfferOfKind = promotions[campaign.kind]?.useOffer ?? stockOffer
  return useOfferOfKind(campaign)
}
