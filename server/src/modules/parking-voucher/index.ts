export type { ParkingServices } from './deps.ts'
export { createParkingVoucherPromotion } from './promotion.ts'
