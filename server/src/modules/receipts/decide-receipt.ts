import { pointsOf } from '@clube/contract/club/points-rules.ts'
import {
  approveReceiptCall,
  rejectReceiptCall,
  reverseReceiptCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { appealReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import {
  rejectionReasons,
  nextReceiptState,
  receiptOutcomes,
  type Receipt,
  type ReceiptEvent,
  type ReceiptState,
  type RejectionReason,
} from '@clube/contract/receipts/receipt.ts'
import { violatesConstraint } from '../../db/database-failure.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { countPhotosOf, decidePhotos, listPhotosOf, viewedPhotos } from '../photos/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { canAppeal, receiptView, type Purchase } from './receipt.ts'
import { readDecisionNotice } from './decision-notice.ts'
import { isOwnRejection } from './own-rejection.ts'
import {
  findDecider,
  findPurchase,
  listConflicting,
  lockPurchase,
  saveApproval,
  savePurchaseState,
} from './receipt-store.ts'
import { rewardReceipt, reverseReward } from './reward-receipt.ts'

const refuseDecision = refusalsOf(approveReceiptCall, rejectReceiptCall, reverseReceiptCall)
const refuseReview = refusalsOf(approveReceiptCall, rejectReceiptCall)
const refuseApproval = refusalsOf(approveReceiptCall)
const refuseAppeal = refusalsOf(appealReceiptCall)

/** A staff member's decision. */
type Decision = { purchase_id: string; staff_id: string }

/**
 * Approves a pending receipt and earns its points in the same transaction. The caller passes the amount and day that
 * the staff member checked: the service desk may have replaced them since.
 * @throws {Refusal} receipts.unknown, receipts.already-decided, receipts.own-rejection, receipts.changed,
 *   receipts.photos-not-viewed, receipts.number-used
 */
export const approveReceipt = (
  deps: ReceiptDeps,
  input: Decision & Pick<Purchase, 'amount_cents' | 'issued_on'>,
): Promise<ReceiptState> =>
  decide(deps, { ...input, event: 'approve', sentence: 'Aprovou uma nota fiscal.' }, async (tx, purchase) => {
    if (purchase.amount_cents !== input.amount_cents || purchase.issued_on !== input.issued_on)
      throw refuseApproval('receipts.changed')
    if (!(await hasViewedPhotos(tx, { purchase_id: purchase.id, staff_id: input.staff_id })))
      throw refuseApproval('receipts.photos-not-viewed')
    const points = pointsOf(deps.rules, purchase.amount_cents)
    const { id } = purchase
    const decided_by = input.staff_id
    if (!(await saveApproval(tx, { id, state: 'approved', points, decided_by, now: deps.clock() })))
      throw refuseApproval('receipts.number-used')
    await rewardReceipt(deps, tx, { ...purchase, state: 'approved', points })
    await notify(deps, tx, { ...purchase, state: 'approved', points })
  })

/** Whether this staff member has opened every photo that is not purged. */
const hasViewedPhotos = async (
  tx: Tx,
  { purchase_id, staff_id }: { purchase_id: string; staff_id: string },
): Promise<boolean> => {
  const photos = (await listPhotosOf(tx, [purchase_id])).get(purchase_id) ?? []
  const viewed = await viewedPhotos(tx, { subject_id: purchase_id, staff_id })
  return photos.every(({ id, purged_at }) => purged_at !== null || viewed.has(id))
}

/** @throws {Refusal} receipts.unknown, receipts.already-decided, receipts.own-rejection */
export const rejectReceipt = (
  deps: ReceiptDeps,
  input: Decision & { reason: RejectionReason },
): Promise<ReceiptState> => {
  const reason = rejectionReasons[input.reason]
  const sentence = `Recusou uma nota fiscal: ${reason}`
  return decide(deps, { ...input, event: 'reject', sentence }, async (tx, purchase, state) => {
    const decided_by = input.staff_id
    await savePurchaseState(tx, { id: purchase.id, state, reason, points: 0, decided_by, now: deps.clock() })
    await notify(deps, tx, { ...purchase, state, reason })
  })
}

/**
 * Reverses an approved receipt and its points.
 * @throws {Refusal} receipts.unknown, receipts.already-decided
 */
export const reverseReceipt = (
  deps: ReceiptDeps,
  input: Decision & { reason: string },
): Promise<ReceiptState> => {
  const { reason } = input
  return decide(
    deps,
    { ...input, event: 'reverse', sentence: 'Estornou uma nota fiscal aprovada.' },
    async (tx, purchase, state) => {
      const now = deps.clock()
      const decided_by = input.staff_id
      await savePurchaseState(tx, { id: purchase.id, state, reason, points: 0, decided_by, now })
      await reverseReward(deps, tx, purchase)
      await notify(deps, tx, { ...purchase, state, reason })
    },
  )
}

/** The last decision on a receipt, with the decider's name. */
export const findOutcome = async (
  deps: Pick<ReceiptDeps, 'namesOfStaff'>,
  db: Db,
  { id, state }: Pick<Purchase, 'id' | 'state'>,
): Promise<string> => {
  const decided_by = await findDecider(db, id)
  const decider =
    decided_by === null ? undefined : (await deps.namesOfStaff(db, [decided_by])).get(decided_by)
  return decider ? `${receiptOutcomes[state]} por ${decider.name}` : receiptOutcomes[state]
}

const notify = async (deps: ReceiptDeps, tx: Tx, purchase: Purchase): Promise<void> => {
  const content = await readDecisionNotice(tx, purchase)
  if (content) await deps.notify(tx, { customer_id: purchase.customer_id, content })
}

const decide = (
  deps: ReceiptDeps,
  input: Decision & { event: ReceiptEvent; sentence: string },
  work: (tx: Tx, purchase: Purchase, state: ReceiptState) => Promise<void>,
): Promise<ReceiptState> =>
  inTransaction(deps.db, async (tx) => {
    const purchase = await lockPurchase(tx, input.purchase_id)
    if (!purchase) throw refuseDecision('receipts.unknown')
    const state = nextReceiptState(purchase.state, input.event)
    if (!state)
      throw refuseDecision('receipts.already-decided', { outcome: await findOutcome(deps, tx, purchase) })
    const { staff_id } = input
    const rejected_by = purchase.appealed_decided_by
    if (input.event !== 'reverse' && (await isOwnRejection(deps, tx, { rejected_by, staff_id })))
      throw refuseReview('receipts.own-rejection')
    await work(tx, purchase, state)
    await decidePhotos(tx, { subject_id: purchase.id, now: deps.clock() })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: `receipts.${input.event}`,
      subject: { kind: 'purchase', id: purchase.id },
      sentence: input.sentence,
    })
    return state
  })

/**
 * Appeals against the rejection of the customer's own receipt, once.
 * @throws {Refusal} receipts.unknown, receipts.not-appealable, session.password-required
 */
export const appealReceipt = (
  deps: ReceiptDeps,
  input: Actor & { purchase_id: string; message: string },
): Promise<Receipt> =>
  inTransaction(deps.db, async (tx) => {
    const purchase = await lockPurchase(tx, input.purchase_id)
    if (purchase?.customer_id !== input.customer_id) throw refuseAppeal('receipts.unknown')
    requireAccess(purchase, input)
    const state = nextReceiptState(purchase.state, 'appeal')
    const others = await listConflicting(tx, [purchase.receipt_key])
    if (!state || !canAppeal(purchase, others)) throw refuseAppeal('receipts.not-appealable')
    const { id } = purchase
    await savePurchaseState(tx, {
      id,
      state,
      reason: null,
      points: 0,
      decided_by: null,
      appeal: input.message,
      now: deps.clock(),
    }).catch((error: unknown) => {
      // Registered concurrently.
      if (violatesConstraint(error, 'purchase_current_key')) throw refuseAppeal('receipts.not-appealable')
      throw error
    })
    const appealed = await findPurchase(tx, id)
    if (!appealed) throw new Error('The receipt was not found in its own transaction')
    const photos = (await countPhotosOf(tx, [id])).get(id) ?? 0
    return receiptView(deps.rules, appealed, { actor: input, photos })
  })
