export type { GiftServices } from './deps.ts'
export { createFreeGiftsPromotion } from './promotion.ts'
export { seedPicture } from './pictures/seed-picture.ts'
export { seedGifts, type GiftSeed } from './seed-gifts.ts'
