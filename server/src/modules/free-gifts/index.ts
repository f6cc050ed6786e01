export { createFreeGiftsPromotion } from './promotion.ts'
