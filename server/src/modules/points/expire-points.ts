import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { insertPosting, listDueCustomers, listDueLots, lockBalance } from './ledger-store.ts'
import { debitPoints } from './move-points.ts'

/** Removes expired points from all balances; may run in several processes concurrently. */
export const expirePoints = async (db: Db, now: Date): Promise<void> => {
  const batch = 200
  for (;;) {
    const customers = await listDueCustomers(db, now, batch)
    for (const customer_id of customers) await inTransaction(db, (tx) => expireOf(tx, customer_id, now))
    if (customers.length < batch) return
  }
}

const expireOf = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  await lockBalance(tx, customer_id)
  const due = await listDueLots(tx, customer_id, now)
  if (due.length === 0) return
  const movements = due.map(({ id, remaining }) => ({ lot_id: id, points: -remaining }))
  const posting_id = await insertPosting(tx, { kind: 'expire', customer_id, source: null, about: '', now })
  if (posting_id === null) throw new Error('A posting without a source already exists')
  await debitPoints(tx, { posting_id, customer_id, movements, into: 'expiry' })
}
