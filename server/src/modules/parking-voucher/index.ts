export type { ParkingServices } from './deps.ts'
export { createParkingVoucherPromotion } from './promotion.ts'
export { seedParkingVouchers, type ParkingSeed } from './seed-vouchers.ts'
