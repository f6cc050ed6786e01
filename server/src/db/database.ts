import { Kysely, sql } from 'kysely'
import type { IsolationLevel, Transaction } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isRetryable, DatabaseUnavailable } from './database-failure.ts'
import { LeanPostgresDialect } from './migration-tables.ts'
import { noOutageLog, type OutageLog } from './outage-log.ts'
import { longStatements, withPreparedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

/** What a store needs to run statements: the database itself or a transaction in it. */
export type Db = Kysely<Tables>
/** A running transaction; functions that require one must not run outside of it. */
export type Tx = Transaction<Tables>

export type DatabaseOptions = {
  /** Maximum connections. */
  poolSize: number
  /** Statement timeout; 0 for none. */
  statementTimeoutMs?: number
  /** Time for the response to a statement, after which the server counts as unresponsive; 0 for none. */
  responseTimeoutMs?: number
  /** Is notified of failed and successful statements. */
  outages?: OutageLog
  /** Timeout for getting or opening a connection. */
  connectTimeoutMs?: number
}

export type Database = {
  db: Db
  /** The driver's pool, for libraries with their own statements. Its errors are not redacted. */
  pool: pg.Pool
  /** Waits for running statements and closes every connection. */
  close: () => Promise<void>
}

/** Maximum attempts of a transaction. */
const attempts = 6
/** Time for a statement's response after the statement timeout, before the server counts as unresponsive. */
const responseGraceMs = 5_000

/** Opens a connection pool. Connects lazily. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { statementTimeoutMs = 15_000 } = options
  const responseTimeoutMs =
    options.responseTimeoutMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + responseGraceMs)
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: responseTimeoutMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
  })
  // Without a listener a lost idle connection would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({
    dialect: new LeanPostgresDialect({ pool: withPreparedStatements(pool, options.outages ?? noOutageLog) }),
  })
  let closing: Promise<void> | undefined
  return { db, pool, close: () => (closing ??= closePool(db, pool)) }
}

async function closePool(db: Db, pool: pg.Pool): Promise<void> {
  // Kysely ends the pool only if it ever used it.
  await db.destroy()
  if (!pool.ended && !pool.ending) await pool.end()
}

/**
 * Runs the work in one transaction: committed when it resolves, rolled back when it throws. Work aborted by
 * a conflict (serialization failure, deadlock), a migration or a lost connection is retried, so it must have no effects
 * outside the database. A connection lost during the commit is not: the outcome is unknown.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  isolationLevel: IsolationLevel = 'read committed',
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false
    try {
      return await db
        .transaction()
        .setIsolationLevel(isolationLevel)
        .execute(async (tx) => {
          const result = await work(tx)
          isCommitting = true
          return result
        })
    } catch (error) {
      const isUnknown = isCommitting && error instanceof DatabaseUnavailable
      if (attempt >= attempts || isUnknown || !isRetryable(error)) throw error
      // Jitter, so that conflicting transactions do not retry in lockstep.
      // oxlint-disable-next-line eslint/no-restricted-properties -- only the pause varies; every caller would pass the port
      await wait(2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/** Lets the statements of this transaction take up to five minutes, for background work. */
export const allowLongStatements = async (tx: Tx): Promise<void> => {
  await sql.raw(longStatements).execute(tx)
}

/**
 * Type parsers: int8 as number, date as a `yyyy-MM-dd` string (a birth date has no time zone), everything
 * else as in the driver (timestamptz as Date, numeric as a string).
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (oid === pg.types.builtins.INT8) return parseSafeInteger
    if (oid === pg.types.builtins.DATE) return keepString
    if (oid === int8ArrayOid) return parseInt8Array
  }
  return pg.types.getTypeParser(oid, format)
}

/** `int8[]`, missing from the driver's list of types. */
const int8ArrayOid: number = 1016

function keepString(value: string): string {
  return value
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError('An int8 from the database is too large for a number')
  return value
}

/** A one-dimensional array such as `{1,NULL,3}`. */
function parseInt8Array(text: string): (number | null)[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : parseSafeInteger(item)))
}
