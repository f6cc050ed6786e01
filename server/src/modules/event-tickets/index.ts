export { createEventTicketsPromotion } from './promotion.ts'
export { seedEventSession, type EventSessionSeed } from './seed-event-session.ts'
