import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf, refuseRequest, storedRefusal, type Refusal, type Refuse } from '../../kernel/refusal.ts'
import { isAccessible, type Actor } from '../sessions/index.ts'
import { bodyHashOf, evaluateAttempt, type Transaction, type TransactionFailure } from './transaction.ts'
import { saveCompleted } from './transaction-outcome-store.ts'
import { lockTransactions } from './transaction-store.ts'

/** The call that completes a participation: it declares the refusals of participations and its own. */
export type TransactionCall = { readonly refusals: typeof transactionRefusals }

/** The stored refusal of a failed participation; a code that the call does not declare becomes a general one. */
export const failureRefusal = (call: TransactionCall, failure: TransactionFailure | null): Refusal =>
  (failure && storedRefusal(call, failure)) ?? refusalsOf(call)('campaigns.transaction-failed')

/** A request to complete a participation. */
export type Attempt<Body> = Actor & {
  /** Another customer's participation is not found; one not accessible to the actor requires the password. */
  readonly transaction_id: string
  /** The campaign that it must belong to, if given. */
  readonly campaign_id?: string
  /** Request body. A repeat is identified by equality, regardless of field order. */
  readonly body: Body
}

/** Outcome of an attempt. */
export type Outcome<Data> =
  | {
      readonly ok: true
      readonly response: Data
      /** Whether the response is that of an earlier attempt. */
      readonly repeated: boolean
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Result of the work for one participation. */
export type WorkResult<Data> = { readonly response: Data } | { readonly refusal: Refusal }

/** A participation to complete for the first time. */
export type FreshAttempt<Body> = {
  readonly transaction: Transaction
  /** The completing actor; the session may differ from the one that opened the participation. */
  readonly actor: Actor
  readonly body: Body
}

/**
 * Completes a participation: runs the work in the given transaction and stores the response.
 * A repeat with the same body returns the stored response. An exception in `work` leaves the participation open.
 * The response is stored as JSON, so it must be plain data.
 * @throws {Refusal} one of `transactionRefusals`, or a refusal of `work`
 */
export const executeOnce = async <Body, Data>(
  input: Attempt<Body> & {
    readonly call: TransactionCall
    readonly tx: Tx
    readonly kind: PromotionKind
    readonly now: Date
    readonly time_zone: TimeZone
    readonly work: (transaction: Transaction) => Promise<Data>
  },
): Promise<{ response: Data; repeated: boolean }> => {
  const { call, tx, kind, now, time_zone, work, ...attempt } = input
  const [outcome] = await executeEachOnce<Body, Data>({
    call,
    tx,
    kind,
    now,
    time_zone,
    attempts: [attempt],
    work: async (fresh) => {
      const done = new Map<string, WorkResult<Data>>()
      for (const { transaction } of fresh) done.set(transaction.id, { response: await work(transaction) })
      return done
    },
  })
  if (!outcome) throw new Error('The attempt has no outcome')
  if (!outcome.ok) throw outcome.refusal
  return { response: outcome.response, repeated: outcome.repeated }
}

/**
 * Completes many participations of one kind in one transaction: locked together, decided by one call of
 * `work`, completed by one statement. A refusal affects its own attempt only; an exception rolls all of them back.
 * @returns the outcomes in the order of the attempts
 */
export const executeEachOnce = async <Body, Data>(input: {
  readonly call: TransactionCall
  readonly tx: Tx
  readonly kind: PromotionKind
  readonly now: Date
  readonly time_zone: TimeZone
  readonly attempts: readonly Attempt<Body>[]
  /** Must return a result for every fresh participation, by its id. */
  readonly work: (fresh: readonly FreshAttempt<Body>[]) => Promise<ReadonlyMap<string, WorkResult<Data>>>
}): Promise<Outcome<Data>[]> => {
  const { call, tx, kind, now, time_zone, attempts } = input
  const refuse = refusalsOf(call)
  const locked = await lockTransactions(tx, [
    ...new Set(attempts.map(({ transaction_id }) => transaction_id)),
  ])
  const pending = new Map<string, { body_hash: Buffer; fresh: FreshAttempt<Body> }>()
  const evaluated = attempts.map((attempt) => {
    const transaction = locked.get(attempt.transaction_id)
    const body_hash = bodyHashOf(attempt.body)
    const decision = evaluateAttempt(transaction, { ...attempt, kind, body_hash, now, time_zone })
    if (transaction && decision.kind === 'fresh' && !pending.has(transaction.id))
      pending.set(transaction.id, {
        body_hash,
        fresh: { transaction, actor: actorOf(attempt), body: attempt.body },
      })
    return { attempt, decision, body_hash }
  })
  const done =
    pending.size === 0 ? new Map() : await input.work([...pending.values()].map(({ fresh }) => fresh))
  await saveCompleted(tx, completedOf(pending, done), now)

  const answered = new Set<string>()
  return evaluated.map(({ attempt, decision, body_hash }): Outcome<Data> => {
    switch (decision.kind) {
      case 'refused':
        return { ok: false, refusal: refuse(decision.refused) }
      case 'failed':
        return { ok: false, refusal: failureRefusal(call, decision.failure) }
      case 'waiting':
        return { ok: false, refusal: refuse('campaigns.transaction-processing') }
      case 'repeat':
        // It was stored as a response of this kind of call.
        return { ok: true, response: decision.response as Data, repeated: true }
      case 'fresh': {
        const { transaction_id } = attempt
        const first = pending.get(transaction_id)
        const repeated = answered.has(transaction_id)
        answered.add(transaction_id)
        return outcomeOf(done.get(transaction_id), {
          refuse,
          repeated,
          hasSameBody: first?.body_hash.equals(body_hash) === true,
          isAccessible: first !== undefined && isAccessible(first.fresh.actor, attempt),
        })
      }
      default:
        return decision satisfies never
    }
  })
}

const completedOf = <Body, Data>(
  pending: ReadonlyMap<string, { body_hash: Buffer; fresh: FreshAttempt<Body> }>,
  done: ReadonlyMap<string, WorkResult<Data>>,
) =>
  [...pending].flatMap(([id, { body_hash, fresh }]) => {
    const result = done.get(id)
    if (!result) throw new Error('The work returned no result for a participation')
    const { identified_session_id } = fresh.actor
    return 'response' in result ? [{ id, identified_session_id, body_hash, response: result.response }] : []
  })

const actorOf = ({ customer_id, identified_session_id }: Actor): Actor => ({
  customer_id,
  identified_session_id,
})

/** Two attempts on one participation in the same batch: the second gets the first's result. */
const outcomeOf = <Data>(
  result: WorkResult<Data> | undefined,
  attempt: {
    repeated: boolean
    hasSameBody: boolean
    isAccessible: boolean
    refuse: Refuse<typeof transactionRefusals>
  },
): Outcome<Data> => {
  if (!result) throw new Error('The work returned no result for a participation')
  if ('refusal' in result) return { ok: false, refusal: result.refusal }
  if (!attempt.isAccessible) return { ok: false, refusal: refuseRequest('session.password-required') }
  if (!attempt.hasSameBody) return { ok: false, refusal: attempt.refuse('campaigns.transaction-reused') }
  return { ok: true, response: result.response, repeated: attempt.repeated }
}
