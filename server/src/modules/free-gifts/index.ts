export { createFreeGiftsPromotion } from './promotion.ts'
export { seedGifts, type GiftSeed } from './seed-gifts.ts'
