import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { freeFailures, lockMs, lockedFailures } from './attempt-lock.ts'

type AttemptLockTable = { key: Buffer; failures: number; locked_until: Date; updated_at: Date }
type AttemptCounterTable = { scope: string; key: Buffer; window_start: Date; spent: number }

declare module '../../db/tables.ts' {
  interface Tables {
    attempt_lock: AttemptLockTable
    attempt_counter: AttemptCounterTable
  }
}

/** Of a key that nobody has to wait for: older than any clock, since requests beside each other differ by moments. */
const notLocked = new Date(0)

/** Seconds that the lock lasts after n failures, as a table in the statement's own text: it is read once, not each time. */
const lockSeconds = sql.raw<number[]>(
  `array[${Array.from({ length: lockedFailures + 1 }, (_, failures) => lockMs(failures) / 1000).join(',')}]::float8[]`,
)

/**
 * Takes one attempt, counted as a failure before anybody knows its outcome: many at once cannot all pass the gate.
 * @returns null when the attempt may go on, otherwise the instant until which the key is locked
 */
export const takeAttempt = async (db: Db, key: Buffer, now: Date): Promise<Date | null> => {
  const taken = await sql<{ failures: number }>`
    insert into attempt_lock as held (key, failures, locked_until, updated_at)
    values (${key}, 1, ${notLocked}, ${now})
    on conflict (key) do update set
      failures = least(held.failures + 1, ${lockedFailures}),
      locked_until = case when held.failures + 1 < ${freeFailures} then ${notLocked}
        else ${now}::timestamptz
          + make_interval(secs => (${lockSeconds})[least(held.failures + 1, ${lockedFailures}) + 1]) end,
      updated_at = ${now}
    where held.locked_until <= ${now}
    returning failures`.execute(db)
  if (taken.rows.length > 0) return null
  const lock = await db
    .selectFrom('attempt_lock')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return lock?.locked_until ?? null
}

/** Forgets the failures of a key: the secret was right, or it was replaced. */
export const clearAttempts = async (db: Db, key: Buffer): Promise<void> => {
  await db.deleteFrom('attempt_lock').where('key', '=', key).execute()
}

/** Adds to a counter unless that would pass the limit. @returns whether it was added */
export const spend = async (
  db: Db,
  use: { scope: string; key: Buffer; window_start: Date; limit: number },
): Promise<boolean> => {
  const spent = await sql`
    insert into attempt_counter as held (scope, key, window_start, spent)
    select ${use.scope}, ${use.key}, ${use.window_start}, 1 where ${use.limit} >= 1
    on conflict (scope, key, window_start) do update set spent = held.spent + 1
    where held.spent < ${use.limit}
    returning spent`.execute(db)
  return spent.rows.length > 0
}

/** Takes back one unit. */
export const refund = async (
  db: Db,
  use: { scope: string; key: Buffer; window_start: Date },
): Promise<void> => {
  await sql`update attempt_counter set spent = spent - 1
    where scope = ${use.scope} and key = ${use.key} and window_start = ${use.window_start} and spent > 0`.execute(
    db,
  )
}

/** Takes back one unit and forgets the failures of a key, in one statement: the secret was right. */
export const forgive = async (
  db: Db,
  use: { scope: string; key: Buffer; window_start: Date },
  lock: Buffer,
): Promise<void> => {
  await sql`with forgotten as (delete from attempt_lock where key = ${lock})
    update attempt_counter set spent = spent - 1
    where scope = ${use.scope} and key = ${use.key} and window_start = ${use.window_start} and spent > 0`.execute(
    db,
  )
}

/** How much of a counter is spent. */
export const spentOf = async (
  db: Db,
  use: { scope: string; key: Buffer; window_start: Date },
): Promise<number> => {
  const row = await db
    .selectFrom('attempt_counter')
    .select('spent')
    .where('scope', '=', use.scope)
    .where('key', '=', use.key)
    .where('window_start', '=', use.window_start)
    .executeTakeFirst()
  return row?.spent ?? 0
}

/** Deletes counters and locks that no rule looks at any more. */
export const purgeAttempts = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('attempt_counter').where('window_start', '<', before).execute()
  await db
    .deleteFrom('attempt_lock')
    .where('locked_until', '<', before)
    .where('updated_at', '<', before)
    .execute()
}
