import { inTransaction, type Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { findFaults, ledgerChecks, type LedgerFault } from './proof-store.ts'

/** More than anybody wants to read. */
const shown = 100

/** Holds every sum and counter of the ledger against the entries, all at one instant. @returns what does not fit */
export const proveLedger = (db: Db): Promise<LedgerFault[]> =>
  inTransaction(
    db,
    async (tx) => {
      const faults: LedgerFault[] = []
      for (const check of ledgerChecks) faults.push(...(await findFaults(tx, check, shown)))
      return faults
    },
    'repeatable read',
  )

const hourMs = 3_600_000

/** A proof that may be asked for at any time and is made once an hour at most; faults are told, not mended. */
export const createHourlyProof = (deps: {
  db: Db
  clock: Clock
  onFault: (fault: LedgerFault) => void
}): (() => Promise<void>) => {
  let provedAt: Date | null = null
  return async () => {
    const now = deps.clock()
    if (provedAt !== null && now.getTime() - provedAt.getTime() < hourMs) return
    provedAt = now
    for (const fault of await proveLedger(deps.db)) deps.onFault(fault)
  }
}
