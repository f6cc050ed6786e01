export type { ScratchServices } from './deps.ts'
export { createScratchCardPromotion } from './promotion.ts'
export { seedScratchCards, type ScratchCardSeed } from './seed-scratch-cards.ts'
