import type { Tx } from '../../db/database.ts'
import {
  expiredOf,
  findLotOf,
  findPosting,
  insertEntries,
  insertLot,
  insertPosting,
  listLiveLots,
  listMovements,
  lockBalance,
  moveLots,
  pointsOn,
  type PointsSource,
} from './ledger-store.ts'
import { sumOf, deductFromLots } from './lot.ts'
import { settleDebt, debitOrRecordDebt } from './move-points.ts'

/** The source to undo and its description on the statement. */
type PointsReversal = { readonly source: PointsSource; readonly about?: string; readonly now: Date }

/**
 * Starts undoing a source's posting, with the customer's balance locked.
 * @returns the posting to undo and the reversing one; null without a posting, or when it was already undone
 */
const beginReversal = async (
  tx: Tx,
  { source, about = '', now }: PointsReversal,
  kinds: { original: 'earn'; reversal: 'take_back' } | { original: 'spend'; reversal: 'restore' },
): Promise<{ original_id: string; posting_id: string; customer_id: string } | null> => {
  const original = await findPosting(tx, { kind: kinds.original, source })
  if (!original) return null
  const { customer_id } = original
  await lockBalance(tx, customer_id)
  const posting_id = await insertPosting(tx, { kind: kinds.reversal, customer_id, source, about, now })
  return posting_id === null ? null : { original_id: original.id, posting_id, customer_id }
}

/**
 * Reverses earned points: from their own lot, then from the others; points already spent become a debt, points that
 * expired are ignored.
 * @returns false when there was nothing to reverse or it was already reversed
 */
export const reverseEarnedPoints = async (tx: Tx, input: PointsReversal): Promise<boolean> => {
  const reversal = await beginReversal(tx, input, { original: 'earn', reversal: 'take_back' })
  if (!reversal) return false
  const { original_id, posting_id, customer_id } = reversal
  const lot_id = await findLotOf(tx, original_id)
  const expired = lot_id === null ? 0 : await expiredOf(tx, lot_id, input.now)
  const owed = (await pointsOn(tx, original_id, 'customer')) - expired
  if (owed === 0) return true
  const lots = await listLiveLots(tx, customer_id, input.now)
  const movements = deductFromLots(lots, owed, lot_id ?? undefined)
  await debitOrRecordDebt(tx, { posting_id, customer_id, points: owed, movements, into: 'issuance' })
  return true
}

const dayMs = 24 * 3_600_000
/** Points that would expire earlier after being restored get this much time. */
const restoredMs = 30 * dayMs

/**
 * Restores spent points to their lots with their original expiry, or, where that is within 30 days, in a lot that
 * expires then; a debt is settled from them.
 * @returns false when nothing was spent or it was already restored
 */
export const restorePoints = async (tx: Tx, input: PointsReversal): Promise<boolean> => {
  const reversal = await beginReversal(tx, input, { original: 'spend', reversal: 'restore' })
  if (!reversal) return false
  const { original_id, posting_id, customer_id } = reversal
  const restored_until = new Date(input.now.getTime() + restoredMs)
  const movements = await listMovements(tx, original_id)
  const lasting = movements.filter(({ expires_at }) => expires_at >= restored_until)
  const points = -sumOf(movements)
  const extended = points + sumOf(lasting)
  const { debt } = await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      { account: 'customer', points },
      { account: 'redemption', points: -points },
    ],
  })
  await moveLots(
    tx,
    posting_id,
    lasting.map((movement) => ({ lot_id: movement.lot_id, points: -movement.points })),
  )
  if (extended > 0)
    await insertLot(tx, {
      customer_id,
      posting_id,
      points: extended,
      expires_at: restored_until,
      available_at: null,
    })
  await settleDebt(tx, { customer_id, debt, now: input.now })
  return true
}
