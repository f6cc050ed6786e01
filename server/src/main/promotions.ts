import type { Promotions } from '../modules/campaigns/index.ts'
import { eventTicketPromotion } from '../modules/event-tickets/index.ts'

/** What each kind owes the rest of the product; null for kinds that are not built, whose campaigns stay unapproved. */
export const promotions: Promotions = {
  event_tickets: eventTicketPromotion,
  free_gifts: null,
  scratch_card: null,
  partner_points: null,
  parking_voucher: null,
  new_project: null,
}
