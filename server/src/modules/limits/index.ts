export { formatWait } from './attempt-lock.ts'
export { createLimits, networkOf, type Limit, type Limits } from './limits.ts'
export { purgeAttempts } from './limits-store.ts'
