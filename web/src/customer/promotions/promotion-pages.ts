import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { eventTicketsPages } from '../features/event-tickets/pages.ts'
import { freeGiftsPages } from '../features/free-gifts/pages.ts'
import { newProjectPages } from '../features/new-project/pages.ts'
import { partnerPointsPages } from '../features/partner-points/pages.ts'
import { parkingVoucherPages } from '../features/parking-voucher/pages.ts'
import { scratchCardPages } from '../features/scratch-card/pages.ts'
import type { PromotionPages, PromotionRoute } from './promotion.ts'

/** The pages of each kind; null until implemented. A missing entry is a compile error. */
export const promotionPages: Readonly<Record<PromotionKind, PromotionPages | null>> = {
  event_tickets: eventTicketsPages,
  free_gifts: freeGiftsPages,
  scratch_card: scratchCardPages,
  partner_points: partnerPointsPages,
  parking_voucher: parkingVoucherPages,
  new_project: newProjectPages,
}

/** The pages of the implemented kinds. */
export const implementedPages: readonly PromotionPages[] = Object.values(promotionPages).filter(
  (pages) => pages !== null,
)

/** The routes of all kinds. */
export const promotionRoutes: readonly PromotionRoute[] = implementedPages.flatMap(({ routes }) => routes)
