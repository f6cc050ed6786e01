import type { Db, Tx } from '../../db/database.ts'
import type { CampaignDeps } from './deps.ts'
import { reversalNotice } from './end-transaction.ts'
import { protocolOf, type Transaction } from './transaction.ts'
import { findTransaction } from './transaction-store.ts'

/** A participation with the function that resends the message about its outcome; null when it does not exist. */
export const findResendable = async (
  deps: Pick<CampaignDeps, 'promotions' | 'notifyOfActivity'>,
  db: Db,
  transaction_id: string,
): Promise<{ customer_id: string; protocol: string; resend: (tx: Tx) => Promise<boolean> } | null> => {
  const transaction = await findTransaction(db, transaction_id)
  if (!transaction) return null
  return {
    customer_id: transaction.customer_id,
    protocol: protocolOf(transaction),
    resend: (tx) => resend(deps, tx, transaction),
  }
}

const resend = async (
  { promotions, notifyOfActivity }: Pick<CampaignDeps, 'promotions' | 'notifyOfActivity'>,
  tx: Tx,
  transaction: Transaction,
): Promise<boolean> => {
  const { state, return_note, reversal_reason } = transaction
  // Without a note, staff reversed it; otherwise its kind ended the outcome.
  if (state === 'reversed' && return_note === null) {
    await notifyOfActivity(tx, { ...reversalNotice(transaction, reversal_reason ?? ''), email_only: true })
    return true
  }
  const hasOutcome = state === 'completed' || state === 'reversed'
  return hasOutcome && (await promotions[transaction.kind]?.resendMessage(tx, transaction)) === true
}
