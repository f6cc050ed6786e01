import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CounterUse } from './limits-store.ts'

/** Failures of a key in `attempt_lock`. */
export type StoredLock = { readonly key: Buffer; readonly failures: number; readonly locked_until: Date }

const hexOf = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex'))

/** Locks and the spent units of counters, in two statements; keys without a row are absent. */
export const readGuesses = async (
  db: Db,
  { keys, counters }: { keys: readonly Buffer[]; counters: readonly CounterUse[] },
): Promise<{ locks: StoredLock[]; spent: number[] }> => ({
  locks: await readLocks(db, keys),
  spent: await readSpent(db, counters),
})

const readLocks = async (db: Db, keys: readonly Buffer[]): Promise<StoredLock[]> => {
  const { rows } = await sql<StoredLock>`
    select key, failures, locked_until from attempt_lock
    where key = any(array(select decode(k, 'hex') from unnest(${hexOf(keys)}::text[]) as k))`.execute(db)
  return rows
}

const counterColumns = (counters: readonly CounterUse[]) => sql`unnest(
  ${counters.map(({ scope }) => scope)}::text[],
  ${hexOf(counters.map(({ key }) => key))}::text[],
  ${counters.map(({ window_start }) => window_start)}::timestamptz[]
) with ordinality as used (scope, hex, window_start, position)`

/** Spent units of counters, in their order. */
const readSpent = async (db: Db, counters: readonly CounterUse[]): Promise<number[]> => {
  const { rows } = await sql<{ position: number; spent: number }>`
    select used.position::int as position, stored.spent from ${counterColumns(counters)}
    join attempt_counter as stored on stored.scope = used.scope and stored.key = decode(used.hex, 'hex')
      and stored.window_start = used.window_start`.execute(db)
  const spent = new Map(rows.map((row) => [row.position, row.spent]))
  return counters.map((_, index) => spent.get(index + 1) ?? 0)
}

/** Creates the rows of locks and counters that do not exist, and locks all of them in order until the transaction ends. */
export const lockGuesses = async (
  tx: Db,
  { keys, counters, now }: { keys: readonly Buffer[]; counters: readonly CounterUse[]; now: Date },
): Promise<void> => {
  await sql`
    insert into attempt_counter (scope, key, window_start, spent)
    select used.scope, decode(used.hex, 'hex'), used.window_start, 0 from ${counterColumns(counters)}
    order by 1, 2, 3 on conflict (scope, key, window_start) do update set spent = attempt_counter.spent`.execute(
    tx,
  )
  await sql`
    insert into attempt_lock (key, failures, locked_until, updated_at)
    select decode(k, 'hex'), 0, 'epoch', ${now}::timestamptz from unnest(${hexOf(keys)}::text[]) as k
    order by 1 on conflict (key) do update set failures = attempt_lock.failures`.execute(tx)
}

/** Stores failures and spent units of rows that `lockGuesses` locked. */
export const saveGuesses = async (
  tx: Db,
  input: {
    locks: readonly StoredLock[]
    counters: readonly (CounterUse & { readonly spent: number })[]
    now: Date
  },
): Promise<void> => {
  const { locks, counters, now } = input
  await sql`
    update attempt_counter as stored set spent = counted.spent
    from unnest(
      ${counters.map(({ scope }) => scope)}::text[],
      ${hexOf(counters.map(({ key }) => key))}::text[],
      ${counters.map(({ window_start }) => window_start)}::timestamptz[],
      ${counters.map(({ spent }) => spent)}::int[]
    ) as counted (scope, hex, window_start, spent)
    where stored.scope = counted.scope and stored.key = decode(counted.hex, 'hex')
      and stored.window_start = counted.window_start`.execute(tx)
  await sql`
    update attempt_lock as stored
    set failures = counted.failures, locked_until = counted.locked_until, updated_at = ${now}
    from unnest(
      ${hexOf(locks.map(({ key }) => key))}::text[],
      ${locks.map(({ failures }) => failures)}::int[],
      ${locks.map(({ locked_until }) => locked_until)}::timestamptz[]
    ) as counted (hex, failures, locked_until)
    where stored.key = decode(counted.hex, 'hex')`.execute(tx)
}
