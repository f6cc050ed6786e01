import { limitTable, type Limits } from '../limits/index.ts'
import type { RecoveryDeps } from './deps.ts'

const { limit: accountsUntilAlarm, window_seconds } = limitTable['accounts-with-wrong-codes']
/** Captcha work multiplier during an alarm (docs/security.md). */
const increasedWork = 4
const clubKey = 'club'

/**
 * Counts an account with a failed code check once per window, and raises the alarm at the threshold.
 * @param input.account its keyed index
 */
export const countFailingAccount = async (
  { limits, onAlarm }: Pick<RecoveryDeps, 'limits' | 'onAlarm'>,
  input: { account: Buffer; now: Date },
): Promise<void> => {
  const { account, now } = input
  if (!(await limits.spend('wrong-codes-of-account', account.toString('hex'), now))) return
  await limits.spend('accounts-with-wrong-codes', clubKey, now)
  const accounts = await countOf(limits, now)
  if (accounts >= accountsUntilAlarm && (await limits.spend('wrong-codes-alarm', clubKey, now)))
    onAlarm({ event: 'recovery.codes-guessed-across-accounts', accounts })
}

/** Captcha work multiplier: 4 while codes are guessed across accounts. */
export const captchaWorkMultiplier = async (limits: Limits, now: Date): Promise<1 | typeof increasedWork> =>
  (await countOf(limits, now)) >= accountsUntilAlarm ? increasedWork : 1

/** The current and the previous window, so that guessing across a boundary is counted. */
const countOf = async (limits: Limits, now: Date): Promise<number> => {
  const previousWindow = new Date(now.getTime() - window_seconds * 1000)
  const [current, previous] = await Promise.all([
    limits.spentOf('accounts-with-wrong-codes', clubKey, now),
    limits.spentOf('accounts-with-wrong-codes', clubKey, previousWindow),
  ])
  return current + previous
}
