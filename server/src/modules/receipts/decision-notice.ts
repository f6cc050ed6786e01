import type { Db, Tx } from '../../db/database.ts'
import type { ActivityContent } from '../messaging/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { canAppeal, type Purchase } from './receipt.ts'
import { findPurchase, listConflicting } from './receipt-store.ts'

type Decided = Pick<
  Purchase,
  'receipt_key' | 'state' | 'shop_name' | 'issued_on' | 'reason' | 'points' | 'appeals'
>

/** The message about a staff decision on a receipt; null before there is one. */
export const readDecisionNotice = async (db: Db, purchase: Decided): Promise<ActivityContent | null> => {
  const { state, shop_name, issued_on, points, receipt_key } = purchase
  const receipt = { shop_name, issued_on }
  const reason = purchase.reason ?? ''
  switch (state) {
    case 'approved':
      return { template: 'receipt-approved', ...receipt, points }
    case 'rejected':
      return {
        template: 'receipt-rejected',
        ...receipt,
        reason,
        can_appeal: canAppeal(purchase, await listConflicting(db, [receipt_key])),
      }
    case 'reversed':
      return { template: 'receipt-reversed', ...receipt, reason, points }
    case 'pending_review':
    case 'auto_approved':
      return null
    default:
      return state satisfies never
  }
}

/** A receipt with the function that resends the message about the decision on it; null when it does not exist. */
export const findResendableReceipt = async (
  deps: Pick<ReceiptDeps, 'notify'>,
  db: Db,
  purchase_id: string,
): Promise<{ customer_id: string; shop_name: string; resend: (tx: Tx) => Promise<boolean> } | null> => {
  const purchase = await findPurchase(db, purchase_id)
  if (!purchase) return null
  const { customer_id, shop_name } = purchase
  // A reversed receipt no longer has the points that its message names.
  const content = purchase.state === 'reversed' ? null : await readDecisionNotice(db, purchase)
  return {
    customer_id,
    shop_name,
    resend: async (tx) => {
      if (content === null) return false
      await deps.notify(tx, { customer_id, content, email_only: true })
      return true
    },
  }
}
