export type { PartnerServices } from './deps.ts'
export { createPartnerPointsPromotion } from './promotion.ts'
export { seedPartnerPoints, type PartnerPointsSeed } from './seed-partner-points.ts'
