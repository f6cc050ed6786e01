import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsPromotion } from '../desks/events/promotion.tsx'
import { freeGiftsPromotion } from '../desks/gifts/promotion.tsx'
import { newProjectPromotion } from '../desks/projects/promotion.tsx'
import { parkingVoucherPromotion } from '../desks/parking/promotion.tsx'
import { partnerPointsPromotion } from '../desks/partner-points/promotion.tsx'
import { scratchCardPromotion } from '../desks/scratch-cards/promotion.tsx'
import type { OfflineDesk, StaffPromotion } from './promotion.ts'

/** One entry per kind, null until implemented; a missing entry is a compile error. */
export const promotions: Readonly<Record<PromotionKind, StaffPromotion | null>> = {
  event_tickets: eventTicketsPromotion,
  free_gifts: freeGiftsPromotion,
  scratch_card: scratchCardPromotion,
  partner_points: partnerPointsPromotion,
  parking_voucher: parkingVoucherPromotion,
  new_project: newProjectPromotion,
}

/** The implemented kinds. */
export const implementedPromotions: readonly StaffPromotion[] = Object.values(promotions).filter(
  (promotion) => promotion !== null,
)

/** The registry entry of a kind; null unless it is implemented. */
export const promotionOf = (kind: string): StaffPromotion | null =>
  Object.entries(promotions).find(([name]) => name === kind)?.[1] ?? null

/** Desks that work offline. */
export const offlineDesks: readonly OfflineDesk[] = implementedPromotions.flatMap(
  ({ offline }) => offline ?? [],
)
