import { inTransaction, type Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { findDiscrepancies, ledgerChecks, type LedgerDiscrepancy } from './proof-store.ts'

/** Maximum reported discrepancies. */
const limit = 100

/** Verifies every sum and counter of the ledger against the entries in one snapshot. @returns the discrepancies */
export const proveLedger = (db: Db): Promise<LedgerDiscrepancy[]> =>
  inTransaction(
    db,
    async (tx) => {
      const discrepancies: LedgerDiscrepancy[] = []
      for (const check of ledgerChecks) discrepancies.push(...(await findDiscrepancies(tx, check, limit)))
      return discrepancies
    },
    'repeatable read',
  )

const hourMs = 3_600_000

/** A proof that runs at most once an hour; discrepancies are reported, not fixed. */
export const createHourlyProof = (deps: {
  db: Db
  clock: Clock
  onDiscrepancy: (discrepancy: LedgerDiscrepancy) => void
}): (() => Promise<void>) => {
  let provedAt: Date | null = null
  return async () => {
    const now = deps.clock()
    if (provedAt !== null && now.getTime() - provedAt.getTime() < hourMs) return
    provedAt = now
    for (const discrepancy of await proveLedger(deps.db)) deps.onDiscrepancy(discrepancy)
  }
}
