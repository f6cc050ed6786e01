import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import { failuresWithoutDelay, lockMs, failuresUntilReset } from './attempt-lock.ts'

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
  `array[${Array.from({ length: failuresUntilReset + 1 }, (_, failures) => lockMs(failures) / 1000).join(',')}]::float8[]`,
)

/** Counts a failure of an unlocked key; does nothing when `source` has no row. */
const recordStatement = (key: Buffer, now: Date, source: Statement, maxFailures = failuresUntilReset) => sql<{
  failures: number
}>`
  insert into attempt_lock as stored (key, failures, locked_until, updated_at)
  select ${key}, 1, ${notLocked}::timestamptz, ${now}::timestamptz ${source}
  on conflict (key) do update set
    failures = least(stored.failures + 1, ${maxFailures}),
    locked_until = case when stored.failures + 1 < ${failuresWithoutDelay} then ${notLocked}
      else ${now}::timestamptz
        + make_interval(secs => (${lockSeconds})[least(stored.failures + 1, ${maxFailures}) + 1]) end,
    updated_at = ${now}
  where stored.locked_until <= ${now}
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
 * Records one attempt, counted as a failure in advance, so that concurrent attempts cannot all pass.
 * @returns null when the attempt is allowed, otherwise the instant until which the key is locked
 */
export const recordAttempt = async (
  db: Db,
  key: Buffer,
  now: Date,
  maxFailures?: number,
): Promise<Date | null> => {
  const recorded = await recordStatement(key, now, sql``, maxFailures).execute(db)
  return recorded.rows.length > 0 ? null : lockedUntil(db, key)
}

/** Resets the failure counter of a key, after a correct secret or when the secret was replaced. */
export const clearAttempts = async (db: Db, key: Buffer): Promise<void> => {
  await db.deleteFrom('attempt_lock').where('key', '=', key).execute()
}

export type CounterUse = { scope: string; key: Buffer; window_start: Date; limit: number }

/** Spends one unit each in the given order; a counter is touched only if those before it were not exhausted. */
const spendParts = (uses: readonly CounterUse[]): Statement[] =>
  uses.map(({ scope, key, window_start, limit }, index) => {
    const source = index === 0 ? sql`` : sql`from ${sql.raw(`spent${index - 1}`)}`
    return sql`${sql.raw(`spent${index}`)} as (
      insert into attempt_counter as stored (scope, key, window_start, spent)
      select ${scope}, ${key}::bytea, ${window_start}::timestamptz, 1 ${source}
      on conflict (scope, key, window_start) do update set spent = stored.spent + 1
      where stored.spent < ${limit}
      returning spent)`
  })

const countSpent = (uses: readonly CounterUse[]) =>
  sql`${sql.join(
    uses.map((_, index) => sql`(select count(*) from ${sql.raw(`spent${index}`)})`),
    sql` + `,
  )}`

/** Spends one unit each, in order, until a counter is exhausted. @returns how many were spent */
export const spendAll = async (db: Db, uses: readonly CounterUse[]): Promise<number> => {
  const { rows } = await sql<{ spent: number }>`
    with ${sql.join(spendParts(uses))} select (${countSpent(uses)})::int as spent`.execute(db)
  return rows[0]?.spent ?? 0
}

/**
 * `spendAll`, then `recordAttempt` of a lock's key if no counter was exhausted, in one statement.
 * @returns 'exhausted' with the index of the counter: then the key is not touched
 */
export const spendAndRecordAttempt = async (
  db: Db,
  uses: readonly CounterUse[],
  attempt: { lock: Buffer; now: Date },
): Promise<
  { kind: 'exhausted'; index: number } | { kind: 'allowed' } | { kind: 'locked'; until: Date | null }
> => {
  if (uses.length === 0) {
    const until = await recordAttempt(db, attempt.lock, attempt.now)
    return until === null ? { kind: 'allowed' } : { kind: 'locked', until }
  }
  const source = sql`from ${sql.raw(`spent${uses.length - 1}`)}`
  const { rows } = await sql<{ spent: number; is_allowed: boolean }>`
    with ${sql.join(spendParts(uses))}, recorded as (${recordStatement(attempt.lock, attempt.now, source)})
    select (${countSpent(uses)})::int as spent, exists (select from recorded) as is_allowed`.execute(db)
  const { spent = 0, is_allowed = false } = rows[0] ?? {}
  if (spent < uses.length) return { kind: 'exhausted', index: spent }
  // Read again: another attempt may have locked the key after this statement's snapshot.
  return is_allowed ? { kind: 'allowed' } : { kind: 'locked', until: await lockedUntil(db, attempt.lock) }
}

/** Returns one unit each. Counters are locked in the given order, as when spending. */
export const refundStatement = (uses: readonly CounterUse[]): Statement => sql`
  update attempt_counter as counter set spent = counter.spent - 1
  from (
    select counter.scope, counter.key, counter.window_start
    from unnest(
      ${uses.map((use) => use.scope)}::text[],
      ${uses.map((use) => use.key)}::bytea[],
      ${uses.map((use) => use.window_start)}::timestamptz[]
    ) with ordinality as used (scope, key, window_start, position)
    join attempt_counter as counter using (scope, key, window_start)
    order by position for update of counter
  ) as locked
  where counter.scope = locked.scope and counter.key = locked.key and counter.window_start = locked.window_start
    and counter.spent > 0`

export const clearStatement = (lock: Buffer): Statement => sql`delete from attempt_lock where key = ${lock}`

/** Spent units of a counter. */
export const spentOf = async (db: Db, use: Omit<CounterUse, 'limit'>): Promise<number> => {
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
