import type { Tx } from '../../db/database.ts'
import { insertEntries, insertPosting, lockBalance } from './ledger-store.ts'
import { settleDebt } from './move-points.ts'

/**
 * Moves the debt of a deleted account to the account with which the same document registered again, through the club's
 * adjustment account: one posting on each side, so that both sum to zero.
 */
export const transferDebt = async (tx: Tx, input: { from: string; to: string; now: Date }): Promise<void> => {
  const { from, to, now } = input
  for (const customer_id of [from, to].toSorted()) await lockBalance(tx, customer_id)
  const { debt } = await lockBalance(tx, from)
  if (debt === 0) return
  for (const [customer_id, points] of [
    [from, debt],
    [to, -debt],
  ] as const) {
    const source = { kind: customer_id === from ? 'debt-left' : 'debt-taken', id: `${from}:${to}` }
    const posting_id = await insertPosting(tx, { kind: 'transfer', customer_id, source, about: '', now })
    if (posting_id === null) throw new Error('The debt was already transferred')
    await insertEntries(tx, {
      posting_id,
      customer_id,
      entries: [
        { account: 'debt', points },
        { account: 'adjustment', points: -points },
      ],
    })
  }
  const taken = await lockBalance(tx, to)
  await settleDebt(tx, { customer_id: to, debt: taken.debt, now })
}
