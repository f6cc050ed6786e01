import type { PointsBalance, StatementLine } from '@clube/contract/points/calls.ts'
import { pageOf } from '../../kernel/page.ts'
import { expiringSoonDays } from '@clube/contract/points/posting-kinds.ts'
import type { Db } from '../../db/database.ts'
import { listLots, readBalance } from './ledger-store.ts'
import { isSpendable } from './lot.ts'
import { listStatement, type StatementRow } from './statement-store.ts'

const dayMs = 24 * 3_600_000
const pageSize = 30

/** The customer's points, waiting points, debt, and points about to expire. */
export const readPoints = async (db: Db, customer_id: string, now: Date): Promise<PointsBalance> => {
  const { balance, debt } = await readBalance(db, customer_id)
  const lots = await listLots(db, customer_id)
  // Expired by the clock, although not recorded yet.
  const expired = lots.filter(({ expires_at }) => expires_at <= now)
  const soon = new Date(now.getTime() + expiringSoonDays * dayMs)
  const waiting = lots
    .filter(({ available_at }) => available_at !== null && available_at > now)
    .toSorted((a, b) => (a.available_at?.getTime() ?? 0) - (b.available_at?.getTime() ?? 0))
  return {
    balance: balance - expired.reduce((sum, { remaining }) => sum + remaining, 0),
    debt,
    waiting: waiting.map(({ remaining, available_at }) => ({
      points: remaining,
      available_at: (available_at ?? now).toISOString(),
    })),
    expiring: lots
      .filter(({ expires_at }) => expires_at > now && expires_at <= soon)
      .map(({ remaining, expires_at }) => ({ points: remaining, expires_at: expires_at.toISOString() })),
  }
}

/** Points that a customer can spend at an instant. */
export const readSpendablePoints = async (db: Db, customer_id: string, now: Date): Promise<number> =>
  (await listLots(db, customer_id))
    .filter((lot) => isSpendable(lot, now))
    .reduce((sum, { remaining }) => sum + remaining, 0)

/** One page of the statement, newest first. */
export const readStatement = async (
  db: Db,
  input: { customer_id: string; cursor: number | null },
): Promise<{ page: StatementLine[]; next_cursor: string | null }> => {
  const rows = await listStatement(db, { ...input, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ position }) => position)
  return { page: page.map(statementLineOf), next_cursor }
}

const statementLineOf = ({ source_kind, source_id, created_at, ...row }: StatementRow): StatementLine => ({
  ...row,
  created_at: created_at.toISOString(),
  purchase_id: source_kind === 'purchase' ? source_id : null,
  transaction_id: source_kind === 'transaction' ? source_id : null,
})

/** The whole statement page by page, for a streamed download. */
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
