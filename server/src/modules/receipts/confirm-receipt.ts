import { pointsOf } from '@clube/contract/club/points-rules.ts'
import { violatesConstraint } from '../../db/database-failure.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { FiscalRegistryUnavailable, type FiscalRegistry } from '../../ports/fiscal-registry.ts'
import type { ReceiptDeps } from './deps.ts'
import { reviewReasons, type FiscalFinding } from './plausibility.ts'
import { readFindings } from './read-findings.ts'
import type { Purchase } from './receipt.ts'
import {
  findPurchase,
  lockCustomer,
  lockPurchase,
  savePurchaseReasons,
  savePurchaseState,
} from './receipt-store.ts'
import { rewardReceipt } from './reward-receipt.ts'

/**
 * Queries the fiscal registry for a new receipt and decides based on its response. Without a response, or if this
 * process ends before the decision, the receipt waits for staff.
 */
export const confirmReceipt = async (
  deps: ReceiptDeps,
  registry: FiscalRegistry,
  id: string,
): Promise<void> => {
  const registered = await findPurchase(deps.db, id)
  if (!registered) throw new Error('The registered receipt was not found')
  const fiscal = await query(registry, registered)
  try {
    await inTransaction(deps.db, (tx) => decide(deps, tx, registered, fiscal))
  } catch (error) {
    // Another receipt with the same number was approved concurrently: this one waits for staff.
    if (!violatesConstraint(error, 'purchase_receipt_identity')) throw error
  }
}

const decide = async (
  deps: ReceiptDeps,
  tx: Tx,
  { id, customer_id }: Purchase,
  fiscal: FiscalFinding,
): Promise<void> => {
  await lockCustomer(tx, customer_id)
  const purchase = await lockPurchase(tx, id)
  if (purchase?.state !== 'pending_review') return
  const now = deps.clock()
  const findings = { ...(await readFindings(deps, tx, purchase, { except_id: id })), fiscal }
  const review_reasons = reviewReasons(deps.rules, findings, { now, time_zone: deps.time_zone })
  await savePurchaseReasons(tx, { id, review_reasons })
  if (review_reasons.length > 0) return
  const state = 'auto_approved'
  const points = pointsOf(deps.rules, purchase.amount_cents)
  await savePurchaseState(tx, { id, state, reason: null, points, decided_by: null, now })
  await rewardReceipt(deps, tx, { ...purchase, state, points })
}

const query = async (
  registry: FiscalRegistry,
  { receipt_key, amount_cents, issued_on }: Purchase,
): Promise<FiscalFinding> => {
  try {
    const found = await registry.find(receipt_key)
    if (found === null) return 'unknown'
    if (found.state === 'cancelled') return 'cancelled'
    return found.amount_cents === amount_cents && found.issued_on === issued_on ? 'confirmed' : 'different'
  } catch (error) {
    if (error instanceof FiscalRegistryUnavailable) return 'unanswered'
    throw error
  }
}
