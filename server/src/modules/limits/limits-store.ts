import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { freeFailures, lockMs, lockedFailures } from './attempt-lock.ts'

type AttemptLockTable = { key: Buffer; failures: number; locked_until: Date; updated_at: Date }
type AttemptCounterTable = { scope: string; key: Buffer; window_start: Date; spent: number }

declare module '../../db/tables.ts' {
  interface Tables {
    attempt_lock: AttemptLockTable
    attempt_counter: AttemptCounterTable
  }
}

/** Lock time of an unlocked key: earlier than any clock, since concurrent requests' clocks differ slightly. */
const notLocked = new Date(0)

/** Lock duration after n failures, in seconds, as a constant table in the statement's text. */
const lockSeconds = sql.raw<number[]>(
  `array[${Array.from({ length: lockedFailures + 1 }, (_, failures) => lockMs(failures) / 1000).join(',')}]::float8[]`,
)

/** Counts a failure of an unlocked key; does nothing when `source` has no row. */
const takeStatement = (key: Buffer, now: Date, source: Statement) => sql<{ failures: number }>`
  insert into attempt_lock as held (key, failures, locked_until, updated_at)
  select ${key}, 1, ${notLocked}::timestamptz, ${now}::timestamptz ${source}
  on conflict (key) do update set
    failures = least(held.failures + 1, ${lockedFailures}),
    locked_until = case when held.failures + 1 < ${freeFailures} then ${notLocked}
      else ${now}::timestamptz
        + make_interval(secs => (${lockSeconds})[least(held.failures + 1, ${lockedFailures}) + 1]) end,
    updated_at = ${now}
  where held.locked_until <= ${now}
  returning failures`

const lockedUntil = async (db: Db, key: Buffer): Promise<Date | null> => {
  const lock = await db
    .selectFrom('attempt_lock')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return lock?.locked_until ?? null
}

/**
 * Takes one attempt, counted as a failure in advance, so that concurrent attempts cannot all pass.
 * @returns null when the attempt is allowed, otherwise the instant until which the key is locked
 */
export const takeAttempt = async (db: Db, key: Buffer, now: Date): Promise<Date | null> => {
  const taken = await takeStatement(key, now, sql``).execute(db)
  return taken.rows.length > 0 ? null : lockedUntil(db, key)
}

/** Clears the failures of a key: the secret was right, or it was replaced. */
export const clearAttempts = async (db: Db, key: Buffer): Promise<void> => {
  await db.deleteFrom('attempt_lock').where('key', '=', key).execute()
}

type CounterUse = { scope: string; key: Buffer; window_start: Date }

const spendStatement = (use: CounterUse & { limit: number }): Statement => sql`
  insert into attempt_counter as held (scope, key, window_start, spent)
  select ${use.scope}, ${use.key}, ${use.window_start}, 1 where ${use.limit} >= 1
  on conflict (scope, key, window_start) do update set spent = held.spent + 1
  where held.spent < ${use.limit}
  returning spent`

/** Adds to a counter unless that would exceed the limit. @returns whether it was added */
export const spend = async (db: Db, use: CounterUse & { limit: number }): Promise<boolean> =>
  (await spendStatement(use).execute(db)).rows.length > 0

/**
 * `spend`, then `takeAttempt` of a lock's key if within the limit, in one statement.
 * @returns 'exhausted' when the limit is exhausted: then the key is not touched
 */
export const spendAndTake = async (
  db: Db,
  use: CounterUse & { limit: number },
  attempt: { lock: Buffer; now: Date },
): Promise<{ at: 'exhausted' } | { at: 'taken' } | { at: 'locked'; until: Date | null }> => {
  const { rows } = await sql<{ spent: boolean; taken: boolean }>`
    with spent as (${spendStatement(use)}), taken as (${takeStatement(attempt.lock, attempt.now, sql`from spent`)})
    select exists (select from spent) as spent, exists (select from taken) as taken`.execute(db)
  const [outcome] = rows
  if (!outcome?.spent) return { at: 'exhausted' }
  // Read again: another attempt may have locked the key after this statement's snapshot.
  return outcome.taken ? { at: 'taken' } : { at: 'locked', until: await lockedUntil(db, attempt.lock) }
}

/** Refunds one unit. */
export const refund = async (db: Db, use: CounterUse): Promise<void> => {
  await refundStatement(use).execute(db)
}

const refundStatement = (use: CounterUse): Statement => sql`update attempt_counter set spent = spent - 1
  where scope = ${use.scope} and key = ${use.key} and window_start = ${use.window_start} and spent > 0`

/** Refunds one unit and clears the failures of a key: the secret was right. */
export const refundAndClear = (use: CounterUse, lock: Buffer): Statement[] => [
  refundStatement(use),
  sql`delete from attempt_lock where key = ${lock}`,
]

/** Spent units of a counter. */
export const spentOf = async (db: Db, use: CounterUse): Promise<number> => {
  const row = await db
    .selectFrom('attempt_counter')
    .select('spent')
    .where('scope', '=', use.scope)
    .where('key', '=', use.key)
    .where('window_start', '=', use.window_start)
    .executeTakeFirst()
  return row?.spent ?? 0
}

/** Deletes counters and locks that no rule needs any more. */
export const purgeAttempts = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('attempt_counter').where('window_start', '<', before).execute()
  await db
    .deleteFrom('attempt_lock')
    .where('locked_until', '<', before)
    .where('updated_at', '<', before)
    .execute()
}
