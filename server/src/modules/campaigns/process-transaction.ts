import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { canTransition } from '@clube/contract/campaigns/transaction-states.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Settled } from '../../db/batching.ts'
import type { Db, Tx } from '../../db/database.ts'
import { isRefusal, refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { failureRefusal, type Attempt, type TransactionCall } from './execute-once.ts'
import { bodyHashOf, evaluateAttempt, type Transaction, type TransactionFailure } from './transaction.ts'
import { saveProcessing, saveTransactionState } from './transaction-outcome-store.ts'
import { findTransaction, lockTransaction, lockTransactions } from './transaction-store.ts'

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
  await saveProcessing(tx, [{ id: transaction.id, identified_session_id, body_hash }])
  return {
    kind: 'started',
    transaction: { ...transaction, identified_session_id, state: 'processing', body_hash },
  }
}

/**
 * The same for attempts on different participations by the same statements. `reserve` stores what the fresh ones reserve
 * and returns the refusals of the others, by participation, of which it must not have stored anything.
 * @returns the starts or refusals in the order of the attempts
 */
export const beginEachProcessing = async <Body, Data>(
  input: Omit<ProcessingAttempt<Body>, keyof Attempt<Body>> & {
    readonly tx: Tx
    readonly attempts: readonly Attempt<Body>[]
    readonly reserve: (fresh: readonly Transaction[]) => Promise<ReadonlyMap<string, Refusal>>
  },
): Promise<Settled<ProcessingStart<Data>>[]> => {
  const { tx, attempts, reserve, ...common } = input
  const locked = await lockTransactions(
    tx,
    attempts.map(({ transaction_id }) => transaction_id),
  )
  const evaluated = attempts.map((attempt) => {
    const body_hash = bodyHashOf(attempt.body)
    const { identified_session_id } = attempt
    try {
      const transaction = locked.get(attempt.transaction_id)
      const decision = decide<Body, Data>(transaction, { ...common, ...attempt, body_hash })
      return { decision, body_hash, identified_session_id }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { decision: { kind: 'refused', error } as const, body_hash, identified_session_id }
    }
  })
  const fresh = evaluated.flatMap(({ decision, ...hashed }) =>
    decision.kind === 'fresh'
      ? [{ ...hashed, id: decision.transaction.id, transaction: decision.transaction }]
      : [],
  )
  const refusals =
    fresh.length === 0
      ? new Map<string, Refusal>()
      : await reserve(fresh.map(({ transaction }) => transaction))
  await saveProcessing(
    tx,
    fresh.filter(({ id }) => !refusals.has(id)),
  )
  return evaluated.map(({ decision, body_hash, identified_session_id }): Settled<ProcessingStart<Data>> => {
    if (decision.kind === 'refused') return { ok: false, error: decision.error }
    if (decision.kind !== 'fresh') return { ok: true, result: decision }
    const { transaction } = decision
    const refusal = refusals.get(transaction.id)
    if (refusal) return { ok: false, error: refusal }
    const started = { ...transaction, identified_session_id, state: 'processing' as const, body_hash }
    return { ok: true, result: { kind: 'started', transaction: started } }
  })
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
  const { transaction_id, ...others } = input
  const transaction = await lockTransaction(tx, transaction_id)
  return transaction !== undefined && saveSettlement(tx, { ...others, transaction })
}

/** The same for a locked participation. */
export const saveSettlement = async (
  tx: Tx,
  { transaction, now, settlement }: { transaction: Transaction; now: Date; settlement: Settlement },
): Promise<boolean> => {
  const isWaiting = transaction.state === 'processing' || transaction.state === 'unknown'
  if (!isWaiting || !canTransition(transaction.state, settlement.state)) return false
  await saveTransactionState(tx, transaction.id, {
    ...settlement,
    finished_at: settlement.state === 'unknown' ? null : now,
  })
  return true
}
