import type { Db } from '../../db/database.ts'
import { createLimits, type Limit } from '../limits/index.ts'
import type { RecoveryDeps } from './deps.ts'

const windowSeconds = 600
const unlimited = 1_000_000_000

/** Number of accounts with failed code checks within about ten minutes that indicates guessing across accounts. */
export const accountsUntilAlarm = 40
/** Captcha work multiplier during an alarm (docs/security.md). */
const increasedWork = 4

const failingAccount: Limit = { scope: 'reset-code-failing', limit: 1, window_seconds: windowSeconds }
const failingAccounts: Limit = {
  scope: 'reset-code-failing-accounts',
  limit: unlimited,
  window_seconds: windowSeconds,
}
const alarm: Limit = { scope: 'reset-code-alarm', limit: 1, window_seconds: windowSeconds }
const clubKey = 'club'

/** Counts an account with a failed code check, once per window, and raises the alarm at the threshold. */
export const countFailingAccount = async (
  deps: Pick<RecoveryDeps, 'onAlarm'> & { readonly db: Db },
  input: { document_index: Buffer; now: Date },
): Promise<void> => {
  const limits = createLimits(deps.db)
  const { document_index, now } = input
  if (!(await limits.spend(failingAccount, document_index.toString('hex'), now))) return
  await limits.spend(failingAccounts, clubKey, now)
  const accounts = await countOf(deps.db, now)
  if (accounts >= accountsUntilAlarm && (await limits.spend(alarm, clubKey, now)))
    deps.onAlarm({ event: 'recovery.codes-guessed-across-accounts', accounts })
}

/** Captcha work multiplier: 4 while codes are guessed across accounts. */
export const codeGuessingWork = async (db: Db, now: Date): Promise<1 | typeof increasedWork> =>
  (await countOf(db, now)) >= accountsUntilAlarm ? increasedWork : 1

/** The current and the previous window, so that guessing across a boundary is counted. */
const countOf = async (db: Db, now: Date): Promise<number> => {
  const limits = createLimits(db)
  const before = new Date(now.getTime() - windowSeconds * 1000)
  const [current, previous] = await Promise.all([
    limits.spentOf(failingAccounts, clubKey, now),
    limits.spentOf(failingAccounts, clubKey, before),
  ])
  return current + previous
}
