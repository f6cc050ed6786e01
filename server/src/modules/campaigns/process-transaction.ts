import { mayBecome } from '@clube/contract/campaigns/transaction-states.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Tx } from '../../db/database.ts'
import type { Attempt } from './execute-once.ts'
import { bodyHashOf, judgeAttempt, type Transaction, type TransactionFailure } from './transaction.ts'
import { saveProcessing, saveTransactionState } from './transaction-outcome-store.ts'
import { lockTransaction } from './transaction-store.ts'

/** What an attempt met whose outcome is decided outside the database. */
export type Begun<Answer> =
  /** It is ours to do: commit, then ask the outside with the participation's id as idempotency key. */
  | { readonly at: 'started'; readonly transaction: Transaction }
  /** Somebody is at it, or nobody knows how it ended: the screen asks again later. */
  | { readonly at: 'waiting'; readonly state: 'processing' | 'unknown' }
  | { readonly at: 'completed'; readonly answer: Answer }

/**
 * First half of a participation whose outcome comes from outside: marks it before anything is asked there, so that a
 * second attempt does not ask twice. The caller commits, asks, and then settles.
 * @throws {Refusal} one of `transactionRefusals`, or the refusal that it was settled with
 */
export const beginProcessing = async <Body, Answer>(
  input: Attempt<Body> & { readonly tx: Tx; readonly kind: PromotionKind; readonly now: Date },
): Promise<Begun<Answer>> => {
  const { tx, ...attempt } = input
  const transaction = await lockTransaction(tx, input.transaction_id)
  const body_hash = bodyHashOf(input.body)
  const judgement = judgeAttempt(transaction, { ...attempt, body_hash })
  switch (judgement.at) {
    case 'refused':
      throw judgement.refusal
    case 'waiting':
      return judgement
    case 'repeat':
      // It was stored as the answer of this very kind of call.
      return { at: 'completed', answer: judgement.answer as Answer }
    case 'fresh': {
      if (!transaction) throw new Error('A participation without a row was fresh')
      await saveProcessing(tx, transaction.id, body_hash)
      return { at: 'started', transaction: { ...transaction, state: 'processing', body_hash } }
    }
    default:
      return judgement satisfies never
  }
}

/** How it ended outside. `unknown` waits for reconciliation. */
export type Settlement =
  | { readonly state: 'completed'; readonly answer: unknown }
  | { readonly state: 'failed'; readonly failure: TransactionFailure }
  | { readonly state: 'unknown' }

/**
 * Second half: writes down how it ended. Effects that belong to the outcome go into the same transaction, after this.
 * @returns false when it was settled before, so that its effects must not be repeated
 */
export const settle = async (
  tx: Tx,
  input: { transaction_id: string; now: Date; settlement: Settlement },
): Promise<boolean> => {
  const { transaction_id, now, settlement } = input
  const transaction = await lockTransaction(tx, transaction_id)
  const waits = transaction?.state === 'processing' || transaction?.state === 'unknown'
  if (!transaction || !waits || !mayBecome(transaction.state, settlement.state)) return false
  await saveTransactionState(tx, transaction_id, {
    ...settlement,
    finished_at: settlement.state === 'unknown' ? null : now,
  })
  return true
}
