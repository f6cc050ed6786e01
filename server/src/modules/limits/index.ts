export { formatWait } from './attempt-lock.ts'
export { limitTable, type LimitName } from './limit-table.ts'
export { createLimits, type Charge, type LimitPolicy, type Limits } from './limits.ts'
export { purgeAttempts } from './limits-store.ts'
