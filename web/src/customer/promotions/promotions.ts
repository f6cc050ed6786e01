import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsPromotion } from '../features/event-tickets/promotion.ts'
import { stockOffer } from './campaign-labels.ts'
import type {
  NowEntry,
  Offer,
  PointsUse,
  PromotionDescriptor,
  PromotionRoute,
  WalletEntry,
} from './promotion.ts'

/** One entry per kind on shoppers' screens; null until implemented. A missing entry is a compile error. */
export const promotions: Readonly<Record<PromotionKind, PromotionDescriptor | null>> = {
  event_tickets: eventTicketsPromotion,
  free_gifts: null,
  scratch_card: null,
  partner_points: null,
  parking_voucher: null,
  new_project: null,
}

/** The implemented kinds. */
export const implementedPromotions: readonly PromotionDescriptor[] = Object.values(promotions).filter(
  (promotion) => promotion !== null,
)

/** The pages of all kinds. */
export const promotionRoutes: readonly PromotionRoute[] = implementedPromotions.flatMap(
  ({ routes }) => routes,
)

/** The wallet entries of all kinds. */
export const walletEntries: readonly WalletEntry[] = implementedPromotions.flatMap(
  ({ wallet }) => wallet ?? [],
)

/** The wallet entries that have something valid, or that failed to load and might. */
export const useValidWallets = (): WalletEntry[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  walletEntries.filter(({ useHasValid }) => useHasValid())

/** What concerns the person now in all promotions. */
export const useNowEntries = (): NowEntry[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  implementedPromotions.flatMap(({ useNowEntries: useNowEntriesOfKind }) => useNowEntriesOfKind())

/** What points buy in all promotions; undefined while a kind is loading. */
export function usePointsUses(): readonly PointsUse[] | undefined {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const uses = implementedPromotions.map(({ usePointsUses: usePointsUsesOfKind }) => usePointsUsesOfKind())
  return uses.some((each) => each === undefined) ? undefined : uses.flatMap((each) => each ?? [])
}

/** Status, date and availability of a campaign, as its kind describes them. A campaign never changes its kind. */
export function useOffer(campaign: CampaignCard): Offer {
  const useOfferOfKind = promotions[campaign.kind]?.useOffer ?? stockOffer
  return useOfferOfKind(campaign)
}
