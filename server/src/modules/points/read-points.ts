import type { PointsBalance, StatementLine } from '@clube/contract/points/calls.ts'
import { expiringSoonDays } from '@clube/contract/points/posting-kinds.ts'
import type { Db } from '../../db/database.ts'
import { listLots, readBalance } from './ledger-store.ts'
import { listStatement, type StatementRow } from './statement-store.ts'

const dayMs = 24 * 3_600_000
const pageSize = 30

/** What the person can spend now, owes, and is about to lose. */
export const readPoints = async (db: Db, customer_id: string, now: Date): Promise<PointsBalance> => {
  const { balance, debt } = await readBalance(db, customer_id)
  const lots = await listLots(db, customer_id)
  // Expired by the clock, though nobody has written it down yet.
  const gone = lots.filter(({ expires_at }) => expires_at <= now)
  const soon = new Date(now.getTime() + expiringSoonDays * dayMs)
  return {
    balance: balance - gone.reduce((sum, { remaining }) => sum + remaining, 0),
    debt,
    expiring: lots
      .filter(({ expires_at }) => expires_at > now && expires_at <= soon)
      .map(({ remaining, expires_at }) => ({ points: remaining, expires_at: expires_at.toISOString() })),
  }
}

/** One page of the statement, the newest movement first. */
export const readStatement = async (
  db: Db,
  input: { customer_id: string; cursor: number | null },
): Promise<{ page: StatementLine[]; next_cursor: string | null }> => {
  const rows = await listStatement(db, { ...input, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    page: page.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: rows.length > pageSize && last ? String(last.position) : null,
  }
}

/** The whole statement in pages, for a download that never holds all of it. */
export async function* eachStatementRow(db: Db, customer_id: string): AsyncGenerator<StatementRow> {
  const limit = 500
  let cursor: number | null = null
  for (;;) {
    const rows: StatementRow[] = await listStatement(db, { customer_id, cursor, limit })
    yield* rows
    const last = rows.at(-1)
    if (rows.length < limit || !last) return
    cursor = last.position
  }
}
