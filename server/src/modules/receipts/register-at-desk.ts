import { pointsOf } from '@clube/contract/club/points-rules.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { decidePhotos } from '../photos/index.ts'
import { correctReceipt } from './correct-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { deskReviewReasons } from './plausibility.ts'
import { readFindings } from './read-findings.ts'
import { isOwnRejection } from './own-rejection.ts'
import type { Purchase } from './receipt.ts'
import {
  findPurchase,
  findRejection,
  lockCurrent,
  lockCustomer,
  replaceStated,
  saveApproval,
  savePurchaseReasons,
} from './receipt-store.ts'
import { checkReceipt, insertReceipt } from './register-receipt.ts'
import { rewardReceipt } from './reward-receipt.ts'

const refuse = refusalsOf(registerAtDeskCall)

/**
 * Registers a receipt whose paper original the attendant has, and approves it immediately, up to the desk's limit. One
 * that the customer already sent is decided with the amount and day on the paper; if they differ from those stated, the
 * attendant confirms them, and the comparison does not count toward the daily limit. An approved or reversed one is
 * corrected in the same way. Beyond the attendant's daily limit the ordinary rules decide, and corrections wait for
 * review, so that a dishonest attendant gains little.
 * @throws {InvalidInput} under `receipt_key` or `issued_on`
 * @throws {Refusal} receipts.customer-unknown, receipts.own-rejection, receipts.already-approved, receipts.already-reversed,
 *   and those of `registerReceipt`
 */
export const registerAtDesk = async (
  deps: ReceiptDeps,
  input: {
    customer_id: string
    receipt_key: string
    amount_cents: number
    issued_on: string
    /** What the attendant was shown as registered, and replaces. */
    replaces?: Compared | undefined
    staff_id: string
  },
): Promise<DataOf<typeof registerAtDeskCall>> => {
  const { customer_id, amount_cents, staff_id, replaces } = input
  const checked = await checkReceipt(deps, input)
  const now = deps.clock()
  const isWithinLimit = await deps.limits.spend('desk-receipts', staff_id, now)
  const registered = await inTransaction(deps.db, async (tx) => {
    const customer = await findCustomer(tx, customer_id)
    if (customer?.account_status !== 'active') throw refuse('receipts.customer-unknown')
    await lockCustomer(tx, customer_id)
    const paper = { amount_cents, issued_on: checked.issued_on }
    const stated = await lockCurrent(tx, { customer_id, receipt_key: checked.keyData.key })
    const rejection = stated
      ? null
      : await findRejection(tx, { customer_id, receipt_key: checked.keyData.key })
    const rejected_by = (stated ? stated.appealed_decided_by : rejection?.decided_by) ?? null
    const refund = () =>
      deps.limits.within(tx).refund([{ limit: 'desk-receipts', key: staff_id, at: now }], now)
    if (isWithinLimit && (await isOwnRejection(deps, tx, { rejected_by, staff_id }))) {
      await refund()
      return null
    }
    const audit = (verb: string, id: string) =>
      deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'receipts.register',
        subject: { kind: 'customer', id: customer_id },
        sentence: `${verb} no balcão a nota fiscal ${id}, ${comparisonOf(paper, stated)}`,
      })
    const isConfirmed = !stated || isSame(stated, paper) || (replaces && isConfirmationOf(replaces, stated))
    const correction = stated && (await correctionOf(deps, tx, { stated, paper, isWithinLimit }))
    if (!isConfirmed && (isWithinLimit || correction)) {
      await audit('Conferiu', stated.id)
      if (isWithinLimit) await refund()
      const { shop_name, amount_cents, issued_on, state, points } = stated
      const review_reasons = correction?.review_reasons ?? []
      return { kind: 'differs' as const, shop_name, amount_cents, issued_on, state, points, review_reasons }
    }
    if (correction) {
      const id = await correctReceipt(deps, tx, { purchase: stated, paper, ...correction, staff_id })
      await audit('Corrigiu', id)
      return viewOf(await findPurchase(tx, id))
    }
    if (stated && isWithinLimit) await decideSent(deps, tx, { stated, paper, staff_id })
    const id = stated
      ? stated.id
      : await insertReceipt(deps, tx, {
          ...checked,
          customer_id,
          amount_cents,
          receipt_key: checked.keyData.key,
          identified_session_id: null,
          service_channel: 'balcao',
          device_id: null,
          decided_by: isWithinLimit ? { staff_id } : 'rules',
        })
    await audit('Cadastrou', id)
    return viewOf(await findPurchase(tx, id))
  })
  if (registered === null) throw refuse('receipts.own-rejection')
  return registered
}

type Stated = Pick<Purchase, 'amount_cents' | 'issued_on'>
type Compared = Stated & Pick<Purchase, 'state'>

const isSame = (one: Stated, other: Stated): boolean =>
  one.amount_cents === other.amount_cents && one.issued_on === other.issued_on

/** Whether the attendant was shown the receipt as it is: it may have been decided since. */
const isConfirmationOf = (shown: Compared, stated: Purchase): boolean =>
  isSame(shown, stated) && shown.state === stated.state

/**
 * How a decided receipt is corrected; null for one under review.
 * @throws {Refusal} receipts.already-approved, receipts.already-reversed
 */
const correctionOf = async (
  deps: ReceiptDeps,
  tx: Tx,
  { stated, paper, isWithinLimit }: { stated: Purchase; paper: Stated; isWithinLimit: boolean },
): Promise<{ review_reasons: string[] } | null> => {
  if (stated.state === 'pending_review') return null
  if (isSame(stated, paper))
    throw stated.state === 'reversed'
      ? refuse('receipts.already-reversed', { reason: stated.reason ?? '' })
      : refuse('receipts.already-approved')
  const findings = await readFindings(deps, tx, { ...stated, ...paper }, { except_id: stated.id })
  const limit_reasons = isWithinLimit ? [] : ['Limite diário de notas decididas no balcão']
  return { review_reasons: [...deskReviewReasons(deps.rules, findings), ...limit_reasons] }
}

const decideSent = async (
  deps: ReceiptDeps,
  tx: Tx,
  { stated, paper, staff_id }: { stated: Purchase; paper: Stated; staff_id: string },
): Promise<void> => {
  const { id } = stated
  const checked = { ...stated, ...paper }
  const review_reasons = deskReviewReasons(
    deps.rules,
    await readFindings(deps, tx, checked, { except_id: id }),
  )
  await savePurchaseReasons(tx, { id, review_reasons })
  if (!isSame(stated, paper)) await replaceStated(tx, { id, ...paper, changed_by: staff_id })
  if (review_reasons.length > 0) return
  const now = deps.clock()
  const points = pointsOf(deps.rules, paper.amount_cents)
  if (!(await saveApproval(tx, { id, state: 'approved', points, decided_by: staff_id, now })))
    throw refuse('receipts.number-used')
  await rewardReceipt(deps, tx, { ...checked, state: 'approved', points })
  await decidePhotos(tx, { subject_id: id, now })
}

const comparisonOf = (paper: Stated, stated: Purchase | undefined): string => {
  const textOf = ({ amount_cents, issued_on }: Stated) =>
    `${formatCents(amount_cents)} em ${formatDay(issued_on)}`
  const onPaper = `com a nota em mãos: ${textOf(paper)}.`
  if (!stated || isSame(stated, paper)) return onPaper
  return stated.state === 'pending_review'
    ? `${onPaper} O cliente informou ${textOf(stated)}.`
    : `${onPaper} Antes, na nota ${stated.id}: ${textOf(stated)}.`
}

const viewOf = (purchase: Purchase | undefined): DataOf<typeof registerAtDeskCall> => {
  if (!purchase) throw new Error('The receipt was not found in its own transaction')
  const { state, shop_name, points, review_reasons } = purchase
  return { kind: 'decided', state, shop_name, points, review_reasons }
}
