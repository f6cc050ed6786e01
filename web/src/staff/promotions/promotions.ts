import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsPromotion } from '../desks/events/promotion.ts'
import { freeGiftsPromotion } from '../desks/gifts/promotion.ts'
import { newProjectPromotion } from '../desks/projects/promotion.ts'
import { parkingVoucherPromotion } from '../desks/parking/promotion.ts'
import { partnerPointsPromotion } from '../desks/partner-points/promotion.ts'
import { scratchCardPromotion } from '../desks/scratch-cards/promotion.ts'
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

/** Desks that work offline. */
export const offlineDesks: readonly OfflineDesk[] = implementedPromotions.flatMap(
  ({ offline }) => offline ?? [],
)
