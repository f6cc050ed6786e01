import { pointsOf } from '@clube/contract/club/points-rules.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { decidePhotos } from '../photos/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { deskReviewReasons } from './plausibility.ts'
import { readFindings } from './read-findings.ts'
import type { Purchase } from './receipt.ts'
import {
  findPurchase,
  listConflicting,
  lockCustomer,
  lockPurchase,
  saveApproval,
  savePurchaseReasons,
} from './receipt-store.ts'
import { checkReceipt, insertReceipt } from './register-receipt.ts'
import { rewardReceipt } from './reward-receipt.ts'

const refuse = refusalsOf(registerAtDeskCall)

/**
 * Registers a receipt whose paper original the attendant has and approves it immediately, up to the desk's limit; one
 * that the person already sent is decided with the amount and day on the paper. Beyond the attendant's daily limit the
 * rules decide, so that a dishonest attendant gains little.
 * @throws {InvalidInput} under `receipt_key` or `issued_on`
 * @throws {Refusal} receipts.customer-unknown, and those of `registerReceipt`
 */
export const registerAtDesk = async (
  deps: ReceiptDeps,
  input: {
    customer_id: string
    receipt_key: string
    amount_cents: number
    issued_on: string
    staff_id: string
  },
): Promise<DataOf<typeof registerAtDeskCall>> => {
  const { customer_id, amount_cents, staff_id } = input
  const checked = await checkReceipt(deps, input)
  const isWithinLimit = await deps.limits.spend('desk-receipts', staff_id, deps.clock())
  return inTransaction(deps.db, async (tx) => {
    const customer = await findCustomer(tx, customer_id)
    if (customer?.account_status !== 'active') throw refuse('receipts.customer-unknown')
    await lockCustomer(tx, customer_id)
    const sent = (await listConflicting(tx, checked.facts.key)).find(
      (other) =>
        other.customer_id === customer_id &&
        other.receipt_key === checked.facts.key &&
        other.state === 'pending_review',
    )
    const id = sent
      ? isWithinLimit
        ? await decideSent(deps, tx, { id: sent.id, amount_cents, issued_on: checked.issued_on })
        : sent.id
      : await insertReceipt(deps, tx, {
          ...checked,
          customer_id,
          amount_cents,
          receipt_key: checked.facts.key,
          identified_session_id: null,
          service_channel: 'balcao',
          device_id: null,
          decided_by: isWithinLimit ? 'staff' : 'rules',
        })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'receipts.register',
      subject: { kind: 'purchase', id },
      sentence: 'Cadastrou uma nota fiscal no balcão, com a nota em mãos.',
    })
    return viewOf(await findPurchase(tx, id))
  })
}

const decideSent = async (
  deps: ReceiptDeps,
  tx: Tx,
  paper: Pick<Purchase, 'id' | 'amount_cents' | 'issued_on'>,
): Promise<string> => {
  const { id } = paper
  const purchase = await lockPurchase(tx, id)
  if (purchase?.state !== 'pending_review') throw refuse('receipts.own-duplicate')
  const checked = { ...purchase, ...paper }
  const review_reasons = deskReviewReasons(deps.rules, await readFindings(deps, tx, checked, id))
  await savePurchaseReasons(tx, { ...paper, review_reasons })
  if (review_reasons.length > 0) return id
  const now = deps.clock()
  const points = pointsOf(deps.rules, paper.amount_cents)
  if (!(await saveApproval(tx, { id, state: 'approved', points, now }))) throw refuse('receipts.number-used')
  await rewardReceipt(deps, tx, { ...checked, state: 'approved', points })
  await decidePhotos(tx, { subject_id: id, now })
  return id
}

const viewOf = (purchase: Purchase | undefined): DataOf<typeof registerAtDeskCall> => {
  if (!purchase) throw new Error('The receipt was not found in its own transaction')
  const { state, shop_name, points, review_reasons } = purchase
  return { state, shop_name, points, review_reasons }
}
