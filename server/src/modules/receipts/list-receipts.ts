import type { PointsInReview } from '@clube/contract/points/calls.ts'
import { estimatedPoints } from '@clube/contract/receipts/receipt.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import type { ReceiptDeps, ReceiptRules } from './deps.ts'
import { findRejectorToExclude } from './own-rejection.ts'
import { countQueue, listAccessible, listPending } from './receipt-store.ts'

/** A customer's newest receipts, for the customer's page. */
export const listReceiptsOf = async (
  db: Db,
  customer_id: string,
  limit: number,
): Promise<CustomerHistory['receipts']> => {
  const purchases = await listAccessible(db, { customer_id, identified_session_id: null, cursor: null })
  return purchases.slice(0, limit).map((purchase) => ({
    purchase_id: purchase.id,
    shop_name: purchase.shop_name,
    amount_cents: purchase.amount_cents,
    issued_on: purchase.issued_on,
    state: purchase.state,
    reason: purchase.reason,
    points: purchase.points,
    created_at: purchase.created_at.toISOString(),
  }))
}

/** The number of receipts that wait for a decision by a staff member, up to `limit`. */
export const countWaitingReceipts = async (
  deps: Pick<ReceiptDeps, 'hasOtherReviewer'>,
  db: Db,
  { staff_id, limit }: { staff_id: string; limit: number },
): Promise<number> => countQueue(db, { rejected_by: await findRejectorToExclude(deps, db, staff_id), limit })

/** Points of the actor's receipts under review. */
export const readPointsInReview = async (
  rules: Pick<ReceiptRules, 'cents_per_point'>,
  db: Db,
  actor: Actor,
): Promise<PointsInReview> => {
  const pending = await listPending(db, actor)
  const estimates = pending.map((receipt) => estimatedPoints(rules, receipt)).filter((each) => each !== null)
  return {
    points: estimates.reduce((sum, points) => sum + points, 0),
    receipts: estimates.length,
    appealed: pending.length - estimates.length,
  }
}
