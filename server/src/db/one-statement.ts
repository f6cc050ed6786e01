import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** An unexecuted `insert`, `update` or `delete`. */
export type Statement = RawBuilder<unknown>

/**
 * Runs changes of several tables as one statement: one round trip, one commit, all or nothing.
 * All see the same snapshot, so no two of them may change the same row. The first runs first, the others in
 * any order: put the one with the most contended lock first.
 */
export const runAsOne = async (db: Db, statements: readonly Statement[]): Promise<void> => {
  const [main, ...others] = statements
  if (!main) return
  const parts = others.map((statement, index) => sql`${sql.raw(`part${index}`)} as (${statement})`)
  await (parts.length === 0 ? main : sql`with ${sql.join(parts)} ${main}`).execute(db)
}
