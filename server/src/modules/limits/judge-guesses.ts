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
  const ids = createCounterIds()
  const keyed = guesses.map((guess): Keyed => ({
    keys: guess.locks.map((key) => key.toString('hex')),
    counters: guess.counters.map(ids.idOf),
    is_wrong: guess.is_wrong,
  }))
  const wrongGuesses = keyed.filter(({ is_wrong }) => is_wrong)
  const wrong = { keys: distinct(wrongGuesses, 'keys'), counters: distinct(wrongGuesses, 'counters') }
  const buffersOf = (keys: readonly string[]) => keys.map((key) => Buffer.from(key, 'hex'))
  if (wrongGuesses.length > 0)
    await lockGuesses(tx, {
      keys: buffersOf(wrong.keys),
      counters: wrong.counters.map(ids.counterOf),
      now,
    })
  const counters = distinct(keyed, 'counters')
  const stored = await readGuesses(tx, {
    keys: buffersOf(distinct(keyed, 'keys')),
    counters: counters.map(ids.counterOf),
  })
  const locks = new Map(stored.locks.map((lock) => [lock.key.toString('hex'), { ...lock }]))
  const spent = new Map(counters.map((id, index) => [id, stored.spent[index] ?? 0]))
  const isExhausted = (id: string) => (spent.get(id) ?? 0) >= ids.counterOf(id).limit

  const verdicts = keyed.map((guess) => {
    const until = latest(
      [
        ...guess.keys.flatMap((key) => locks.get(key)?.locked_until ?? []),
        ...guess.counters.filter(isExhausted).map((id) => windowEnd(ids.counterOf(id))),
      ],
      now,
    )
    if (until !== null || !guess.is_wrong) return until
    for (const key of guess.keys) {
      const lock = locks.get(key)
      if (!lock) throw new Error('The lock of a wrong attempt was not found')
      lock.failures = Math.min(lock.failures + 1, maxFailuresWithExpiringLock)
      lock.locked_until = new Date(now.getTime() + guessLockMs(lock.failures))
    }
    for (const id of guess.counters) spent.set(id, (spent.get(id) ?? 0) + 1)
    return null
  })
  if (wrongGuesses.length > 0)
    await saveGuesses(tx, {
      locks: wrong.keys.flatMap((key) => locks.get(key) ?? []),
      counters: wrong.counters.map((id) => ({ ...ids.counterOf(id), spent: spent.get(id) ?? 0 })),
      now,
    })
  return verdicts
}

/** An attempt with its locks' keys in hexadecimal and the ids of its counters. */
type Keyed = {
  readonly keys: readonly string[]
  readonly counters: readonly string[]
  readonly is_wrong: boolean
}

/** The latest instant after `now`, or null. */
const latest = (ends: readonly Date[], now: Date): Date | null => {
  const later = ends.filter((end) => end > now)
  return later.length === 0 ? null : new Date(Math.max(...later.map(Number)))
}

const distinct = (guesses: readonly Keyed[], list: 'keys' | 'counters'): string[] => [
  ...new Set(guesses.flatMap((guess) => guess[list])),
]

/** Ids of counters. Many attempts of a batch share the same counter object, whose id is computed once. */
const createCounterIds = () => {
  const ids = new Map<CounterUse, string>()
  const counters = new Map<string, CounterUse>()
  return {
    idOf: (counter: CounterUse): string => {
      const known = ids.get(counter)
      if (known !== undefined) return known
      const { scope, key, window_start } = counter
      const id = `${scope} ${key.toString('hex')} ${window_start.getTime()}`
      ids.set(counter, id)
      counters.set(id, counter)
      return id
    },
    counterOf: (id: string): CounterUse => {
      const counter = counters.get(id)
      if (!counter) throw new Error('A counter has no id')
      return counter
    },
  }
}
