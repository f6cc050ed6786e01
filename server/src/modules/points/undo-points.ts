import type { Tx } from '../../db/database.ts'
import {
  expiredOf,
  findLotOf,
  findPosting,
  insertEntries,
  insertPosting,
  listLots,
  listMovements,
  lockBalance,
  moveLots,
  pointsOn,
  type PointsSource,
} from './ledger-store.ts'
import { sumOf, takeFromLots } from './lot.ts'
import { settleDebt, takeOrOwe } from './move-points.ts'

/** What is undone, and what the statement says of it. */
type PointsUndoing = { readonly source: PointsSource; readonly about?: string; readonly now: Date }

/**
 * Begins to undo what a source caused, with the person's balance locked.
 * @returns the posting to undo and the one that undoes it; null when it caused nothing or was undone before
 */
const beginUndoing = async (
  tx: Tx,
  { source, about = '', now }: PointsUndoing,
  step: { of: 'earn'; by: 'take_back' } | { of: 'spend'; by: 'restore' },
): Promise<{ undone_id: string; posting_id: string; customer_id: string } | null> => {
  const undone = await findPosting(tx, { kind: step.of, source })
  if (!undone) return null
  const { customer_id } = undone
  await lockBalance(tx, customer_id)
  const posting_id = await insertPosting(tx, { kind: step.by, customer_id, source, about, now })
  return posting_id === null ? null : { undone_id: undone.id, posting_id, customer_id }
}

/**
 * Takes back what a source gave: from its own lot, then from the others; what is spent already becomes a debt, what has
 * expired is gone anyway.
 * @returns false when it gave nothing or was taken back before
 */
export const takeBackPoints = async (tx: Tx, input: PointsUndoing): Promise<boolean> => {
  const undoing = await beginUndoing(tx, input, { of: 'earn', by: 'take_back' })
  if (!undoing) return false
  const { undone_id, posting_id, customer_id } = undoing
  const lot_id = await findLotOf(tx, undone_id)
  const expired = lot_id === null ? 0 : await expiredOf(tx, lot_id)
  const owed = (await pointsOn(tx, undone_id, 'customer')) - expired
  if (owed === 0) return true
  const movements = takeFromLots(await listLots(tx, customer_id), owed, lot_id ?? undefined)
  await takeOrOwe(tx, { posting_id, customer_id, points: owed, movements, into: 'issuance' })
  return true
}

/**
 * Gives back what a source spent, to the lots it came from, with the end they had; a debt is settled from it.
 * @returns false when it spent nothing or was given back before
 */
export const restorePoints = async (tx: Tx, input: PointsUndoing): Promise<boolean> => {
  const undoing = await beginUndoing(tx, input, { of: 'spend', by: 'restore' })
  if (!undoing) return false
  const { undone_id, posting_id, customer_id } = undoing
  const movements = (await listMovements(tx, undone_id)).map(({ lot_id, points }) => ({
    lot_id,
    points: -points,
  }))
  const points = sumOf(movements)
  await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      { account: 'customer', points },
      { account: 'redemption', points: -points },
    ],
  })
  await moveLots(tx, posting_id, movements)
  await settleDebt(tx, customer_id, input.now)
  return true
}
