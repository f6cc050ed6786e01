import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { canTransition } from '@clube/contract/campaigns/transaction-states.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { failureRefusal, type Attempt, type TransactionCall } from './execute-once.ts'
import { bodyHashOf, evaluateAttempt, type Transaction, type TransactionFailure } from './transaction.ts'
import { saveProcessing, saveTransactionState } from './transaction-outcome-store.ts'
import { findTransaction, lockTransaction } from './transaction-store.ts'

/** Start of a participation whose outcome is decided externally. */
export type ProcessingStart<Data> =
  /** Proceed: commit, then call the external system with the participation's id as idempotency key. */
  | { readonly kind: 'started'; readonly transaction: Transaction }
  /** In progress, or the result is unknown: the screen polls. */
  | { readonly kind: 'waiting'; readonly state: 'processing' | 'unknown' }
  | { readonly kind: 'completed'; readonly response: Data }

/** An attempt to complete an externally decided participation. */
type ProcessingAttempt<Body> = Attempt<Body> & {
  readonly call: TransactionCall
  readonly kind: PromotionKind
  readonly now: Date
  readonly time_zone: TimeZone
}

/** @throws {Refusal} one of `transactionRefusals`, or its stored refusal */
const decide = <Body, Data>(
  transaction: Transaction | undefined,
  { call, ...attempt }: ProcessingAttempt<Body> & { readonly body_hash: Buffer },
):
  | { readonly kind: 'fresh'; readonly transaction: Transaction }
  | Exclude<ProcessingStart<Data>, { kind: 'started' }> => {
  const decision = evaluateAttempt(transaction, attempt)
  switch (decision.kind) {
    case 'refused':
      throw refusalsOf(call)(decision.refused)
    case 'failed':
      throw failureRefusal(call, decision.failure)
    case 'waiting':
      return decision
    case 'repeat':
      // It was stored as a response of this kind of call.
      return { kind: 'completed', response: decision.response as Data }
    case 'fresh':
      if (!transaction) throw new Error('A new participation has no row')
      return { kind: 'fresh', transaction }
    default:
      return decision satisfies never
  }
}

/**
 * Whether an attempt would start processing, without starting it: for requests to the external system that must precede
 * `beginProcessing`, which decides again.
 * @throws {Refusal} as `beginProcessing`
 */
export const previewProcessing = async <Body, Data>(
  db: Db,
  attempt: ProcessingAttempt<Body>,
): Promise<ReturnType<typeof decide<Body, Data>>> =>
  decide<Body, Data>(await findTransaction(db, attempt.transaction_id), {
    ...attempt,
    body_hash: bodyHashOf(attempt.body),
  })

/**
 * First half of an externally decided participation: marks it before the external call, so that a
 * second attempt does not repeat the call. The caller commits, calls, and then settles.
 * @throws {Refusal} one of `transactionRefusals`, or its stored refusal
 */
export const beginProcessing = async <Body, Data>(
  input: ProcessingAttempt<Body> & { readonly tx: Tx },
): Promise<ProcessingStart<Data>> => {
  const { tx, ...attempt } = input
  const body_hash = bodyHashOf(input.body)
  const decision = decide<Body, Data>(await lockTransaction(tx, input.transaction_id), {
    ...attempt,
    body_hash,
  })
  if (decision.kind !== 'fresh') return decision
  const { transaction } = decision
  const { identified_session_id } = input
  await saveProcessing(tx, { id: transaction.id, identified_session_id, body_hash })
  return {
    kind: 'started',
    transaction: { ...transaction, identified_session_id, state: 'processing', body_hash },
  }
}

/** External result. `unknown` waits for reconciliation. */
export type Settlement =
  | { readonly state: 'completed'; readonly response: unknown }
  | { readonly state: 'failed'; readonly failure: TransactionFailure }
  | { readonly state: 'unknown' }

/**
 * Second half: stores the result. Effects of the outcome belong in the same transaction, after this.
 * @returns false when already settled, so that effects must not be repeated
 */
export const settle = async (
  tx: Tx,
  input: { transaction_id: string; now: Date; settlement: Settlement },
): Promise<boolean> => {
  const { transaction_id, now, settlement } = input
  const transaction = await lockTransaction(tx, transaction_id)
  const isWaiting = transaction?.state === 'processing' || transaction?.state === 'unknown'
  if (!transaction || !isWaiting || !canTransition(transaction.state, settlement.state)) return false
  await saveTransactionState(tx, transaction_id, {
    ...settlement,
    finished_at: settlement.state === 'unknown' ? null : now,
  })
  return true
}
