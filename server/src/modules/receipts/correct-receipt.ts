import { pointsOf } from '@clube/contract/club/points-rules.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { nextReceiptState } from '@clube/contract/receipts/receipt.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { ReceiptDeps } from './deps.ts'
import type { Purchase } from './receipt.ts'
import { insertPurchase, savePurchaseState, saveReplacement } from './receipt-store.ts'
import { rewardReceipt, reverseReward } from './reward-receipt.ts'

const refuse = refusalsOf(registerAtDeskCall)

/** Reason on a receipt that the service desk corrected. */
const correctedReason = 'Corrigida no balcão, com a nota impressa.'

/**
 * Replaces an approved or reversed receipt with a new registration that has the paper's amount and day, and notifies
 * the customer once. The receipt itself is not changed: points and credit are earned once per registration. The new one
 * counts as registered at the same time and by the same session, so that it belongs to the same campaigns and debts.
 * @param input.purchase the current registration, locked
 * @returns the id of the new registration
 * @throws {Refusal} receipts.number-used
 */
export const correctReceipt = async (
  deps: ReceiptDeps,
  tx: Tx,
  input: {
    purchase: Purchase
    paper: Pick<Purchase, 'amount_cents' | 'issued_on'>
    review_reasons: string[]
    staff_id: string
  },
): Promise<string> => {
  const { purchase, paper, review_reasons, staff_id } = input
  const now = deps.clock()
  // The same instant marks the reversal as part of a correction, which does not count against the customer.
  await reverse(deps, tx, { purchase, staff_id, now })
  await saveReplacement(tx, { id: purchase.id, replaced_at: now })
  const state = review_reasons.length === 0 ? 'approved' : 'pending_review'
  const points = state === 'approved' ? pointsOf(deps.rules, paper.amount_cents) : 0
  const { customer_id, shop_id, shop_name, receipt_key } = purchase
  const id = await insertPurchase(tx, {
    customer_id,
    identified_session_id: purchase.identified_session_id,
    shop_id,
    receipt_key,
    ...paper,
    state,
    review_reasons,
    points,
    service_channel: 'balcao',
    created_at: purchase.created_at,
    device_hash: purchase.device_hash,
    consultation_url: purchase.consultation_url,
    decided_by: state === 'approved' ? staff_id : null,
    rejection: {
      reason: purchase.appealed_reason,
      decided_at: purchase.appealed_decided_at,
      decided_by: purchase.appealed_decided_by,
    },
    replaced: {
      stated_amount_cents: purchase.amount_cents,
      stated_on: purchase.issued_on,
      changed_by: staff_id,
      decided_at: state === 'approved' ? now : null,
    },
  })
  if (id === null) throw refuse('receipts.number-used')
  if (state === 'approved')
    await rewardReceipt(deps, tx, {
      customer_id,
      identified_session_id: purchase.identified_session_id,
      replaces: purchase.id,
      shop_id,
      shop_name,
      receipt_key,
      ...paper,
      id,
      state,
      points,
    })
  await deps.notify(tx, {
    customer_id,
    content: {
      template: 'receipt-corrected',
      shop_name,
      ...paper,
      earlier_points: purchase.points,
      points: state === 'approved' ? points : null,
    },
  })
  return id
}

/** Reverses the receipt if it is approved, as the desk *Notas* does, but without a message of its own. */
const reverse = async (
  deps: ReceiptDeps,
  tx: Tx,
  { purchase, staff_id, now }: { purchase: Purchase; staff_id: string; now: Date },
): Promise<void> => {
  const { id } = purchase
  const state = nextReceiptState(purchase.state, 'reverse')
  if (state === null) return
  await savePurchaseState(tx, { id, state, reason: correctedReason, points: 0, decided_by: staff_id, now })
  await reverseReward(deps, tx, purchase)
  await deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'receipts.correct',
    subject: { kind: 'purchase', id },
    sentence: 'Estornou no balcão uma nota fiscal aprovada, para corrigi-la.',
  })
}
