import { cancelTransactionCall, reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { canTransition } from '@clube/contract/campaigns/transaction-states.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { ActivityContent } from '../messaging/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { CampaignDeps } from './deps.ts'
import { implementedPromotions, type PromotionPoints } from './promotion.ts'
import { protocolOf, transactionStateAt, type Transaction } from './transaction.ts'
import {
  eraseTransactionsOf,
  expireDue,
  saveReturned,
  saveTransactionState,
} from './transaction-outcome-store.ts'
import { lockByProtocol, lockTransaction, lockTransactions } from './transaction-store.ts'

/**
 * Cancels the customer's own open participation; a cancelled or expired one is unchanged.
 * @throws {Refusal} campaigns.transaction-unknown, campaigns.transaction-not-open, session.password-required
 */
export const cancelTransaction = (
  deps: CampaignDeps,
  input: Actor & { transaction_id: string },
): Promise<Transaction> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const transaction = await lockTransaction(tx, input.transaction_id)
    if (!transaction || transaction.customer_id !== input.customer_id)
      throw refusalsOf(cancelTransactionCall)('campaigns.transaction-unknown')
    requireAccess(transaction, input)
    const state = transactionStateAt(transaction, now)
    if (state === 'cancelled' || state === 'expired') return transaction
    if (!canTransition(state, 'cancelled'))
      throw refusalsOf(cancelTransactionCall)('campaigns.transaction-not-open')
    await saveTransactionState(tx, transaction.id, { state: 'cancelled', finished_at: now })
    await deps.purchases.release(tx, [transaction.id])
    return { ...transaction, state: 'cancelled', finished_at: now }
  })

/** The message about a participation that staff reversed. */
export const reversalNotice = (
  transaction: Transaction,
  reason: string,
): { customer_id: string; content: ActivityContent } => {
  const { customer_id, campaign_title } = transaction
  const protocol = protocolOf(transaction)
  return { customer_id, content: { template: 'participation-reversed', protocol, campaign_title, reason } }
}

const batchSize = 500

/** Marks open participations past their deadline as expired, and releases their receipts. */
export const expireTransactions = async (deps: CampaignDeps): Promise<void> => {
  for (;;) {
    const expired = await inTransaction(deps.db, async (tx) => {
      const ids = await expireDue(tx, deps.clock(), batchSize)
      if (ids.length > 0) await deps.purchases.release(tx, ids)
      return ids.length
    })
    if (expired < batchSize) return
  }
}

/**
 * Reverses a completed participation and its outcome.
 * @throws {Refusal} campaigns.transaction-unknown, campaigns.transaction-not-completed, campaigns.not-reversible
 */
export const reverseTransaction = (
  deps: CampaignDeps,
  input: { protocol: string; reason: string; staff_id: string },
): Promise<Transaction> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(reverseTransactionCall)
    const now = deps.clock()
    const protocol = parseProtocol(input.protocol)
    const transaction = protocol ? await lockByProtocol(tx, protocol) : undefined
    if (!transaction) throw refuse('campaigns.transaction-unknown')
    if (!canTransition(transaction.state, 'reversed')) throw refuse('campaigns.transaction-not-completed')
    // Locks the credit before the kind's rows, in the same order as the completion did.
    await deps.purchases.release(tx, [transaction.id])
    const promotion = deps.promotions[transaction.kind]
    if (!promotion || !(await promotion.reverse(tx, { transaction, now })))
      throw refuse('campaigns.not-reversible')
    await saveTransactionState(tx, transaction.id, {
      state: 'reversed',
      reversal_reason: input.reason,
      finished_at: now,
    })
    await deps.notifyOfActivity(tx, reversalNotice(transaction, input.reason))
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'campaigns.reverse-transaction',
      subject: { kind: 'transaction', id: transaction.id },
      sentence: `Estornou a participação ${protocolOf(transaction)}.`,
    })
    return { ...transaction, state: 'reversed', finished_at: now }
  })

/**
 * Reverses completed participations whose outcome the kind has ended, and returns what they used: receipts, points, and
 * the participation itself, which no longer counts. Others are unchanged, so that everything is returned once.
 * @param input.note the explanation shown to the customer
 */
export const returnParticipations = async (
  deps: Pick<CampaignDeps, 'purchases'> & { points: Pick<PromotionPoints, 'restore'> },
  tx: Tx,
  input: { transaction_ids: readonly string[]; note: string; now: Date },
): Promise<void> => {
  const { note, now } = input
  const locked = await lockTransactions(tx, input.transaction_ids)
  const completed = [...locked.values()].filter(({ state }) => canTransition(state, 'reversed'))
  const ids = completed.map(({ id }) => id)
  await saveReturned(tx, { ids, note, now })
  await deps.purchases.release(tx, ids)
  for (const { id, campaign_title } of completed)
    await deps.points.restore(tx, { transaction_id: id, about: campaign_title, now })
}

/** Erases identifying data from all promotions; participations are kept, anonymized. */
export const eraseParticipations = async (
  deps: Pick<CampaignDeps, 'promotions'>,
  tx: Tx,
  customer_id: string,
): Promise<void> => {
  for (const { erasePersonalData } of implementedPromotions(deps.promotions))
    await erasePersonalData(tx, customer_id)
  await eraseTransactionsOf(tx, customer_id)
}
