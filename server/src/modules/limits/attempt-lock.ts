/** Failures that cost nothing but a try (security of accounts: 5 free, then waiting). */
export const freeFailures = 5
/** After so many failures only a password reset helps. */
export const lockedFailures = 100
const firstLockMs = 30_000
const longestLockMs = 3_600_000
/** Far enough to mean "until a reset". */
const untilResetMs = 10 * 365 * 24 * 3_600_000

/** How long the next attempt must wait after so many failures: 30 s doubling to 1 h, for ever at 100. */
export const lockMs = (failures: number): number => {
  if (failures < freeFailures) return 0
  if (failures >= lockedFailures) return untilResetMs
  return Math.min(longestLockMs, firstLockMs * 2 ** (failures - freeFailures))
}

/** A waiting time for people: 'alguns segundos', '1 minuto', '12 minutos'. */
export const waitInWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000)
  if (ms <= 30_000) return '30 segundos'
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
