import type { ReceiptState } from '@clube/contract/receipts/receipt.ts'
import type { Tx } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'
import type { Purchase } from './receipt.ts'
import { deleteTillOf, saveTill } from './findings-store.ts'
import { tillOf } from './receipt.ts'

const hourMs = 3_600_000

/**
 * Applies the effects of an approval: credit in campaigns, points and the request to rate the purchase. If no staff member has seen the receipt, the
 * points are available only after a delay; otherwise the shop's till is recorded as known.
 */
export const rewardReceipt = async (
  deps: ReceiptDeps,
  tx: Tx,
  purchase: Pick<
    Purchase,
    'id' | 'customer_id' | 'identified_session_id' | 'shop_id' | 'shop_name' | 'receipt_key' | 'issued_on'
  > & {
    state: Extract<ReceiptState, 'approved' | 'auto_approved'>
    points: number
    /** The registration that it replaces; absent for another receipt. */
    replaces?: string
  },
): Promise<void> => {
  const now = deps.clock()
  const { id: purchase_id, customer_id, shop_id, shop_name, points } = purchase
  const delayMs = deps.rules.points_delay_hours * hourMs
  const available_at =
    purchase.state === 'approved' || delayMs === 0 ? null : new Date(now.getTime() + delayMs)
  await deps.credit.grant(tx, { customer_id, now })
  if (points > 0)
    await deps.points.earn(tx, { customer_id, purchase_id, shop_name, points, available_at, now })
  const { identified_session_id, replaces = null } = purchase
  await deps.ratings.ask(tx, { purchase_id, customer_id, identified_session_id, shop_id, replaces, now })
  if (purchase.state === 'approved')
    await saveTill(tx, {
      shop_id,
      ...tillOf(purchase.receipt_key),
      seen_on: purchase.issued_on,
      purchase_id,
    })
}

/** Reverses the effects of an approval; credit and points that were already used become debts. */
export const reverseReward = async (
  deps: ReceiptDeps,
  tx: Tx,
  { id: purchase_id, customer_id, shop_name, points }: Purchase,
): Promise<void> => {
  const now = deps.clock()
  await deps.credit.revoke(tx, { purchase_id, customer_id, now })
  if (points > 0) await deps.points.reverse(tx, { purchase_id, shop_name, now })
  await deps.ratings.withdraw(tx, { purchase_id, now })
  await deleteTillOf(tx, purchase_id)
}
