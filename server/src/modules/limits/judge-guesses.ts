import type { Db } from '../../db/database.ts'
import { lockMs, failuresWithoutDelay, maxFailuresWithExpiringLock } from './attempt-lock.ts'
import { lockGuesses, readGuesses, saveGuesses } from './guesses-store.ts'
import type { CounterUse } from './limits-store.ts'

/** Wrong secrets before a key is locked. */
export const freeGuesses = 10

/** The duration of the lock after a number of wrong secrets: 0 for nine, 30 s for ten, doubling to an hour. */
export const guessLockMs = (failures: number): number =>
  failures < freeGuesses
    ? 0
    : lockMs(Math.min(failures - freeGuesses + failuresWithoutDelay, maxFailuresWithExpiringLock))

/** An attempt at a secret that is not bound to an account, such as a printed code. */
export type Guess = {
  /** Keys with an attempt lock, such as those of the person and the device. */
  readonly locks: readonly Buffer[]
  /** Shared limits, such as those of an IP, that only wrong secrets count toward. */
  readonly counters: readonly CounterUse[]
  readonly is_wrong: boolean
}

/** End of a counter's window. */
export type WindowEnd = (counter: CounterUse) => Date

/**
 * Judges attempts in order, in the transaction that decides them: a wrong one is counted before anyone learns that it was
 * wrong, and one whose keys are locked or whose limits are exhausted is refused whether it was right or wrong. Rows of
 * wrong attempts stay locked until the transaction ends, so concurrent transactions count exactly.
 * @returns for each attempt the instant until which it is refused, or null
 */
export const judgeGuesses = async (
  tx: Db,
  { guesses, now, windowEnd }: { guesses: readonly Guess[]; now: Date; windowEnd: WindowEnd },
): Promise<(Date | null)[]> => {
  if (guesses.length === 0) return []
  const wrong = guesses.filter(({ is_wrong }) => is_wrong)
  const wrongKeys = distinctKeys(wrong)
  const wrongCounters = distinctCounters(wrong)
  if (wrong.length > 0) await lockGuesses(tx, { keys: wrongKeys, counters: wrongCounters, now })
  const counters = distinctCounters(guesses)
  const stored = await readGuesses(tx, { keys: distinctKeys(guesses), counters })
  const locks = new Map(stored.locks.map((lock) => [lock.key.toString('hex'), { ...lock }]))
  const spent = new Map(counters.map((counter, index) => [idOf(counter), stored.spent[index] ?? 0]))

  const verdicts = guesses.map((guess) => {
    const until = refusedUntil(guess, { locks, spent, now, windowEnd })
    if (until !== null || !guess.is_wrong) return until
    for (const key of guess.locks) {
      const lock = locks.get(key.toString('hex'))
      if (!lock) throw new Error('The lock of a wrong attempt was not found')
      lock.failures = Math.min(lock.failures + 1, maxFailuresWithExpiringLock)
      lock.locked_until = new Date(now.getTime() + guessLockMs(lock.failures))
    }
    for (const counter of guess.counters) spent.set(idOf(counter), (spent.get(idOf(counter)) ?? 0) + 1)
    return null
  })
  if (wrong.length > 0)
    await saveGuesses(tx, {
      locks: wrongKeys.flatMap((key) => locks.get(key.toString('hex')) ?? []),
      counters: wrongCounters.map((counter) => ({ ...counter, spent: spent.get(idOf(counter)) ?? 0 })),
      now,
    })
  return verdicts
}

const refusedUntil = (
  { locks: keys, counters }: Guess,
  state: {
    locks: ReadonlyMap<string, { locked_until: Date }>
    spent: ReadonlyMap<string, number>
    now: Date
    windowEnd: WindowEnd
  },
): Date | null => {
  const { locks, spent, now, windowEnd } = state
  const ends = [
    ...keys.flatMap((key) => locks.get(key.toString('hex'))?.locked_until ?? []),
    ...counters.filter((counter) => (spent.get(idOf(counter)) ?? 0) >= counter.limit).map(windowEnd),
  ].filter((end) => end > now)
  return ends.length === 0 ? null : new Date(Math.max(...ends.map(Number)))
}

const idOf = ({ scope, key, window_start }: CounterUse): string =>
  `${scope} ${key.toString('hex')} ${window_start.getTime()}`

const distinctKeys = (guesses: readonly Guess[]): Buffer[] => [
  ...new Map(guesses.flatMap(({ locks }) => locks).map((key) => [key.toString('hex'), key])).values(),
]

const distinctCounters = (guesses: readonly Guess[]): CounterUse[] => [
  ...new Map(guesses.flatMap(({ counters }) => counters).map((counter) => [idOf(counter), counter])).values(),
]
