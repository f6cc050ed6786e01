export type { PartnerServices } from './deps.ts'
export { createPartnerPointsPromotion } from './promotion.ts'
