import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** A statement that changes rows and is not run yet: `insert`, `update` or `delete`. */
export type Statement = RawBuilder<unknown>

/**
 * Runs changes of several tables as one statement: one way to the database and back, one commit, all of them or none.
 * All see the rows as they were before, so no two of them may change the same row. The first is run first, the others in
 * an order of the database's own: what locks a row that many want comes first.
 */
export const runAsOne = async (db: Db, statements: readonly Statement[]): Promise<void> => {
  const [main, ...others] = statements
  if (!main) return
  const parts = others.map((statement, at) => sql`${sql.raw(`part${at}`)} as (${statement})`)
  await (parts.length === 0 ? main : sql`with ${sql.join(parts)} ${main}`).execute(db)
}
