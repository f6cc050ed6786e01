import type { PromotionDeps } from '../campaigns/index.ts'

/** Dependencies of event tickets. */
export type EventTicketDeps = PromotionDeps
