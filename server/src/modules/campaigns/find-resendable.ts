import type { Db, Tx } from '../../db/database.ts'
import type { CampaignDeps } from './deps.ts'
import { protocolOf } from './transaction.ts'
import { findTransaction } from './transaction-store.ts'

/** A participation with the function that resends the message about its outcome; null when it does not exist. */
export const findResendable = async (
  { promotions }: Pick<CampaignDeps, 'promotions'>,
  db: Db,
  transaction_id: string,
): Promise<{ customer_id: string; protocol: string; resend: (tx: Tx) => Promise<boolean> } | null> => {
  const transaction = await findTransaction(db, transaction_id)
  if (!transaction) return null
  return {
    customer_id: transaction.customer_id,
    protocol: protocolOf(transaction),
    resend: async (tx) =>
      transaction.state === 'completed' &&
      (await promotions[transaction.kind]?.resendMessage(tx, transaction)) === true,
  }
}
