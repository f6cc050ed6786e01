/** Failures without a delay. */
export const failuresWithoutDelay = 5
/** Failures after which only a password reset unlocks. */
export const failuresUntilReset = 100
/** Maximum number of failures counted where a lock must always expire. */
export const maxFailuresWithExpiringLock = failuresUntilReset - 1
const initialLockMs = 30_000
const maxLockMs = 3_600_000
/** Effectively "until a reset". */
const untilResetMs = 10 * 365 * 24 * 3_600_000

/** Delay of the next attempt after `failures`: 30 s doubling up to 1 h, effectively permanent at 100. */
export const lockMs = (failures: number): number => {
  if (failures < failuresWithoutDelay) return 0
  if (failures >= failuresUntilReset) return untilResetMs
  return Math.min(maxLockMs, initialLockMs * 2 ** (failures - failuresWithoutDelay))
}

/** A waiting time in Portuguese: '30 segundos', '1 minuto', '12 minutos'. */
export const formatWait = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000)
  if (ms <= 30_000) return '30 segundos'
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
