import { mayBecome } from '@clube/contract/campaigns/transaction-states.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import type { CampaignDeps } from './deps.ts'
import { protocolOf, transactionStateAt, type Transaction } from './transaction.ts'
import { eraseOfCustomer, expireDue, saveTransactionState } from './transaction-outcome-store.ts'
import { lockByProtocol, lockTransaction } from './transaction-store.ts'

/**
 * Gives the person's own open participation up; one that is cancelled or expired already stays as it is.
 * @throws {Refusal} campaigns.transaction-unknown, campaigns.transaction-not-open
 */
export const cancelTransaction = (
  deps: CampaignDeps,
  input: { transaction_id: string; customer_id: string },
): Promise<Transaction> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const transaction = await lockTransaction(tx, input.transaction_id)
    if (!transaction || transaction.customer_id !== input.customer_id)
      throw new Refusal('campaigns.transaction-unknown')
    const state = transactionStateAt(transaction, now)
    if (state === 'cancelled' || state === 'expired') return transaction
    if (!mayBecome(state, 'cancelled')) throw new Refusal('campaigns.transaction-not-open')
    await saveTransactionState(tx, transaction.id, { state: 'cancelled', finished_at: now })
    await deps.purchases.release(tx, [transaction.id])
    return { ...transaction, state: 'cancelled', finished_at: now }
  })

const batch = 500

/** Writes down which open participations are over and gives back what they had set aside. */
export const expireTransactions = async (deps: CampaignDeps): Promise<void> => {
  for (;;) {
    const expired = await inTransaction(deps.db, async (tx) => {
      const ids = await expireDue(tx, deps.clock(), batch)
      if (ids.length > 0) await deps.purchases.release(tx, ids)
      return ids.length
    })
    if (expired < batch) return
  }
}

/**
 * Staff take a completed participation back, with everything that it brought.
 * @throws {Refusal} campaigns.transaction-unknown, campaigns.transaction-not-completed, campaigns.not-reversible
 */
export const reverseTransaction = (
  deps: CampaignDeps,
  input: { protocol: string; reason: string; staff_id: string },
): Promise<Transaction> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const protocol = parseProtocol(input.protocol)
    const transaction = protocol ? await lockByProtocol(tx, protocol) : undefined
    if (!transaction) throw new Refusal('campaigns.transaction-unknown')
    if (!mayBecome(transaction.state, 'reversed')) throw new Refusal('campaigns.transaction-not-completed')
    const promotion = deps.promotions[transaction.kind]
    if (!promotion) throw new Refusal('campaigns.not-reversible')
    await promotion.reverse(tx, { transaction, now })
    await saveTransactionState(tx, transaction.id, {
      state: 'reversed',
      reversal_reason: input.reason,
      finished_at: now,
    })
    await deps.purchases.release(tx, [transaction.id])
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'campaigns.reverse-transaction',
      subject: { kind: 'transaction', id: transaction.id },
      sentence: `Estornou a participação ${protocolOf(transaction)}.`,
    })
    return { ...transaction, state: 'reversed', finished_at: now }
  })

/** Takes what identifies the person out of every promotion; participations stay as numbers without a name. */
export const eraseParticipations = async (
  deps: Pick<CampaignDeps, 'promotions'>,
  tx: Tx,
  customer_id: string,
): Promise<void> => {
  for (const kind of promotionKinds) await deps.promotions[kind]?.erasePersonalData(tx, customer_id)
  await eraseOfCustomer(tx, customer_id)
}
