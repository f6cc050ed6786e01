import pg from 'pg'

/** SQLSTATE classes whose messages contain only names of tables, columns and settings, never row values. */
const safeClasses = new Set(['08', '0A', '25', '28', '3D', '40', '42', '53', '55', '57', '58', 'XX'])

/**
 * A failed statement, safe to log: the driver's error contains the offending
 * values in its message, detail and where, which are dropped.
 */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure'
  /** SQLSTATE, such as `23505` for a violated unique constraint. */
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(error: pg.DatabaseError) {
    const { code = 'XX000', constraint, table, column } = error
    const where = [table, column, constraint].filter((part) => part !== undefined).join(' ')
    const detail = safeClasses.has(code.slice(0, 2)) ? error.message : 'statement failed'
    super(`${code}: ${detail}${where === '' ? '' : ` (${where})`}`)
    this.code = code
    this.constraint = constraint
    this.table = table
    this.column = column
  }
}

/** Why the database cannot be used. After `lost`, uncommitted work can be retried on another connection. */
type Outage = 'unreachable' | 'lost' | 'unresponsive' | 'refused'

/** The database cannot be used now; a later attempt may succeed. Safe to log. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly outage: Outage
  /** SQLSTATE or the operating system's code, if known. */
  readonly code: string | undefined

  constructor(outage: Outage, cause: unknown) {
    const { message, code } = cause as { message?: unknown; code?: unknown }
    const known = typeof code === 'string' ? code : undefined
    // When several IPs refuse the connection, the driver reports only the code.
    const text = typeof message === 'string' && message !== '' ? message : 'no connection'
    super(known === undefined || text.includes(known) ? text : `${known}: ${text}`)
    this.outage = outage
    this.code = known
  }
}

/** The server is stopping, starting, recovering, read-only after a failover, or out of disk, memory or connections. */
const isOutage = (code: string): boolean =>
  /^(?:08|53|57P|58)/.test(code) || code === '25006' || code === '25P03'

/** The error that the driver throws when `query_timeout` expires; it has no code. */
const timeoutMessage = 'Query read timeout'

/**
 * Converts the driver's errors for a statement to {@link DatabaseFailure} or {@link DatabaseUnavailable}; others pass
 * unchanged.
 */
export function databaseErrorOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (!isOutage(code)) return new DatabaseFailure(error)
    return new DatabaseUnavailable(/^(?:08|57P)/.test(code) ? 'lost' : 'refused', error)
  }
  const isUnresponsive = error instanceof Error && error.message === timeoutMessage
  return isUnresponsive ? new DatabaseUnavailable('unresponsive', error) : error
}

/** Errors without a code that the driver throws when a connection ends or the pool has none. */
const connectionMessage = /^(?:Connection terminated|Client has encountered|timeout e)/

/**
 * Converts the driver's errors from libraries with their own connections. They carry the client with its keys, and
 * pg-boss reports copies of them that are no longer Error instances.
 */
export function foreignDatabaseErrorOf(thrown: unknown): Error {
  const {
    message = '',
    stack,
    severity,
    code,
    constraint,
    table,
    column,
    ...rest
  } = thrown as Partial<pg.DatabaseError>
  if (severity !== undefined) {
    const copy = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, constraint, table, column })
    return databaseErrorOf(copy) as DatabaseFailure | DatabaseUnavailable
  }
  if ('syscall' in rest || connectionMessage.test(message))
    return new DatabaseUnavailable('unreachable', { message, code })
  return thrown instanceof Error ? thrown : Object.assign(new Error(message), { stack })
}

/** Whether the statement violated the named unique, foreign key, check or exclusion constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseFailure && error.code.startsWith('23') && error.constraint === constraint
}

/** Whether a migration changed a table of a prepared statement (`cached plan must not change result type`). */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.code === '0A000'
}

/** Whether the statement took too long, usually because it waited for a lock (`query_canceled`, `lock_not_available`). */
export function isTimeout(error: unknown): boolean {
  return error instanceof DatabaseFailure && /^(?:57014|55P03)$/.test(error.code)
}

/** Whether a transaction that was not committed can be retried at once: a conflict, an outdated plan, a lost connection. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.outage === 'lost'
  return isOutdatedPlan(error) || (error instanceof DatabaseFailure && /^40(?:001|P01)$/.test(error.code))
}

/** Whether the statement violated a constraint or check: other rows may be unaffected. */
export function isIntegrityViolation(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.code.startsWith('23')
}
