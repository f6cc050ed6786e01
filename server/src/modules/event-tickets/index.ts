export { createEventTicketsPromotion } from './promotion.ts'
export { seedSession, type SessionSeed } from './seed-session.ts'
