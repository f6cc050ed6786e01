import pg from 'pg'

/** SQLSTATE classes whose messages contain only names of tables, columns and settings, never row values. */
const safeClasses = new Set(['08', '25', '28', '3D', '40', '42', '53', '55', '57', '58', 'XX'])

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

/** Converts the driver's errors to {@link DatabaseFailure}; others pass unchanged. */
export function redactDatabaseError(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new DatabaseFailure(error) : error
}

/** Whether the statement violated the named unique, foreign key, check or exclusion constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseFailure && error.code.startsWith('23') && error.constraint === constraint
}

/** Whether the transaction can be retried: PostgreSQL aborted it because of a conflict. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof DatabaseFailure && (error.code === '40001' || error.code === '40P01')
}

/** Whether the statement violated a constraint or check: other rows may be unaffected. */
export function isIntegrityViolation(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.code.startsWith('23')
}
