import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { QueryState } from '../../parts/club-data/loaded.tsx'
import { lazyCode, type LazyCode } from '../../platform/navigation/lazy-page.tsx'
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

/**
 * One entry per kind on shoppers' screens, each loaded with the first screen that needs it; null until implemented. A
 * missing entry is a compile error.
 */
const promotions: Readonly<Record<PromotionKind, LazyCode<PromotionDescriptor> | null>> = {
  event_tickets: lazyCode(
    async () => (await import('../features/event-tickets/promotion.ts')).eventTicketsPromotion,
  ),
  free_gifts: lazyCode(async () => (await import('../features/free-gifts/promotion.ts')).freeGiftsPromotion),
  scratch_card: lazyCode(
    async () => (await import('../features/scratch-card/promotion.ts')).scratchCardPromotion,
  ),
  partner_points: lazyCode(
    async () => (await import('../features/partner-points/promotion.ts')).partnerPointsPromotion,
  ),
  parking_voucher: lazyCode(
    async () => (await import('../features/parking-voucher/promotion.ts')).parkingVoucherPromotion,
  ),
  new_project: lazyCode(
    async () => (await import('../features/new-project/promotion.ts')).newProjectPromotion,
  ),
}

/** The implemented kinds. */
const implementedPromotions = Object.values(promotions).filter((promotion) => promotion !== null)

/** All kinds, loaded together. */
const allPromotions: LazyCode<readonly PromotionDescriptor[]> = lazyCode(() =>
  Promise.all(implementedPromotions.map(({ preload }) => preload())),
)

/** Loads the code of all kinds. */
export const preloadPromotions = allPromotions.preload

/** A hook: all kinds; suspends until their code is loaded. */
const usePromotions = allPromotions.use

/** A hook: one kind, null until implemented; suspends until its code is loaded. */
export const usePromotion = (kind: PromotionKind): PromotionDescriptor | null =>
  promotions[kind]?.use() ?? null

const walletEntriesOf = (descriptors: readonly PromotionDescriptor[]): readonly WalletEntry[] =>
  descriptors.flatMap(({ wallet }) => wallet ?? [])

/** Loads the wallet entries of all kinds. */
export const loadWalletEntries = async (): Promise<readonly WalletEntry[]> =>
  walletEntriesOf(await preloadPromotions())

/** A hook: the wallet entries of all kinds. */
export const useWalletEntries = (): readonly WalletEntry[] => walletEntriesOf(usePromotions())

/** The wallet entries that have something usable, or that failed to load and might. */
export const useValidWallets = (): WalletEntry[] =>
  useWalletEntries().filter(({ useItems }) => {
    // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
    const { data, error } = useItems()
    return data ? data.items.some(({ stage }) => stage === 'usable') : error !== null
  })

/** The loading state of each kind's items. */
export const useWallets = (): QueryState<Wallet<WalletItem>>[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  useWalletEntries().map(({ useItems }) => useItems())

/** Summaries of what the person has, of the kinds that have something; undefined while one is loading. */
export function useWalletSummary(): string[] | undefined {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const summaries = useWalletEntries().map(({ useSummary }) => useSummary())
  return summaries.includes(undefined) ? undefined : summaries.flatMap((summary) => summary ?? [])
}

/** What concerns the person now in all promotions, and whether a kind is still loading. */
export function useNowEntries(): { entries: NowEntry[]; isLoading: boolean } {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const kinds = usePromotions().map(({ useNowEntries: useNowEntriesOfKind }) => useNowEntriesOfKind())
  return { entries: kinds.flatMap((entries) => entries ?? []), isLoading: kinds.includes(undefined) }
}

/** What points can buy in all promotions; undefined while a kind is loading. */
export function usePointsUses(): readonly PointsUse[] | undefined {
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  const uses = usePromotions().map(({ usePointsUses: usePointsUsesOfKind }) => usePointsUsesOfKind())
  return uses.some((each) => each === undefined) ? undefined : uses.flatMap((each) => each ?? [])
}

/** How points are earned other than by receipts, in all promotions. */
export const usePointsSources = (): PointsUse[] =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds, and so the order of their hooks, never change
  usePromotions().flatMap(({ usePointsSources: useSourcesOfKind }) => useSourcesOfKind?.() ?? [])

/** Status, date and availability of a campaign, as its kind describes them. A campaign never changes its kind. */
export function useOffer(campaign: CampaignCard): Offer {
  const useOfferOfKind = usePromotion(campaign.kind)?.useOffer ?? stockOffer
  return useOfferOfKind(campaign)
}
