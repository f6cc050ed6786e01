export type { EventTicketDeps, Offer } from './deps.ts'
export { createEventTicketPromotion } from './promotion.ts'
export { releaseAllExpired, workOnReleases } from './release-expired.ts'
export { bindEventTickets } from './routes.ts'
