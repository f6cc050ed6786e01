import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsPromotion } from '../desks/events/promotion.tsx'
import type { OfflineDesk, StaffPromotion } from './promotion.ts'

/** Every kind; null until it is built. A missing one does not compile. */
export const promotions: Readonly<Record<PromotionKind, StaffPromotion | null>> = {
  event_tickets: eventTicketsPromotion,
  free_gifts: null,
  scratch_card: null,
  partner_points: null,
  parking_voucher: null,
  new_project: null,
}

/** The kinds that are built. */
export const builtPromotions: readonly StaffPromotion[] = Object.values(promotions).filter(
  (promotion) => promotion !== null,
)

/** The kind with this name; null unless it is built. */
export const promotionOf = (kind: string): StaffPromotion | null =>
  Object.entries(promotions).find(([name]) => name === kind)?.[1] ?? null

/** Desks that work offline. */
export const offlineDesks: readonly OfflineDesk[] = builtPromotions.flatMap(({ offline }) => offline ?? [])
