export { maxFailuresWithExpiringLock, formatWait } from './attempt-lock.ts'
export { limitTable, mailboxOf, networkOf, type LimitName } from './limit-table.ts'
export { createLimits, createNetworkFinder, type Charge, type LimitPolicy, type Limits } from './limits.ts'
export { purgeAttempts } from './limits-store.ts'
