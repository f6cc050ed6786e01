import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { createBatchQueue, createGate } from '../../db/batching.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import { expiryAfter } from '../../ports/clock.ts'
import {
  claimDue,
  insertInquiries,
  lockInquiries,
  lockInquiry,
  saveInquiry,
  saveSettled,
  type Inquiry,
} from './inquiry-store.ts'
import { saveSettlement } from './process-transaction.ts'
import type { PromotionDeps } from './promotion.ts'
import type { Transaction, TransactionFailure } from './transaction.ts'
import { saveResponses } from './transaction-outcome-store.ts'
import { lockTransaction, lockTransactions } from './transaction-store.ts'

/** What the external system says about a participation. */
export type OutcomeAnswer<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** Nothing was done, and nothing will be. */
  | { readonly kind: 'refused'; readonly failure: TransactionFailure }
  /** Ask again later. */
  | { readonly kind: 'unknown'; readonly cause: string }
  /** Answers that exclude each other: staff decide. */
  | { readonly kind: 'contradiction'; readonly cause: string }

/** A participation that is being settled, locked by the settling transaction. */
export type SettlingTransaction = {
  readonly transaction: Transaction
  readonly now: Date
  /** Whether the customer waited so long that the result is also sent by e-mail. */
  readonly is_late: boolean
}

/** What a kind provides for participations whose outcome an external system decides. */
export type ExternalOutcome<Result> = {
  readonly kind: PromotionKind
  /** Asks with the participation's id as key, outside of any transaction. Never throws. */
  readonly ask: (transaction_id: string, now: Date) => Promise<OutcomeAnswer<Result>>
  /**
   * Stores the effects of success of one or more participations. Rows that others share, such as sums, come last: other
   * settlements wait for them until the commit. @returns the responses in the same order, plain data
   */
  readonly complete: (
    tx: Tx,
    settled: readonly (SettlingTransaction & { readonly result: Result })[],
  ) => Promise<readonly unknown[]>
  /** Returns what the participation reserved. */
  readonly fail: (
    tx: Tx,
    settling: SettlingTransaction & { readonly failure: TransactionFailure },
  ) => Promise<void>
}

/** The state of a participation after an answer. */
export type SettledOutcome =
  | { readonly kind: 'completed'; readonly response: unknown }
  | { readonly kind: 'failed'; readonly failure: TransactionFailure }
  | { readonly kind: 'waiting' }

/** Seconds from the first request until a worker asks, in case the process that sent it ended. */
const firstPauseSeconds = 15
/** Seconds for which a claimed inquiry is not asked by another process: longer than any request takes. */
const claimSeconds = 15
/** A customer who waited longer gets the result by e-mail. */
const lateSeconds = 60
/** Requests sent at once by one process. */
const concurrency = 8

/**
 * Transactions of one process that begin participations at once; one more settles them. A burst of participations leaves
 * the other connections of the pool to other requests.
 */
const maxBeginning = 2
/** Participations that are settled by one transaction. */
const settledAtOnce = 50

const isLate = ({ started_at }: Inquiry, now: Date): boolean => now >= expiryAfter(started_at, lateSeconds)

/**
 * Pause after the given number of requests: from one second, doubling, to one hour.
 * @returns null when staff should decide
 */
export const inquiryPauseSeconds = (attempts: number): number | null => {
  const pauseSeconds = 2 ** (attempts - 1)
  return attempts > 13 ? null : Math.min(pauseSeconds, 3600)
}

type Answered<Result> = { readonly transaction_id: string; readonly answer: OutcomeAnswer<Result> }

/** How participations of a kind are settled with the external system's answers. */
export type OutcomeSaga<Result> = {
  /** Runs what leads to `begin`, when few others of this process run: they wait, in order of arrival. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Records the inquiries, at least one, in the transaction in which their processing began. */
  readonly begin: (tx: Tx, transaction_ids: readonly string[]) => Promise<void>
  /**
   * Sends the first request after that transaction was committed, and settles the participation. While a request of this
   * process is in flight, further calls wait for it instead of sending another one.
   */
  readonly pursue: (transaction_id: string) => Promise<SettledOutcome>
  /** The outcome of the request of this process that is in flight; `waiting` without one. */
  readonly waitFor: (transaction_id: string) => Promise<SettledOutcome>
  /** Asks about all participations that are due. @throws {AggregateError} once all were asked, if some could not be settled */
  readonly askDue: () => Promise<void>
  /** Settles the participation with an answer from another source, such as a file or staff. */
  readonly settleWith: (
    tx: Tx,
    transaction_id: string,
    answer: Extract<OutcomeAnswer<Result>, { kind: 'done' | 'refused' }>,
  ) => Promise<SettledOutcome>
  /** Asks again about a participation that waits for staff. @returns false when it does not */
  readonly askAgain: (tx: Tx, transaction_id: string) => Promise<boolean>
  /** Registers the job that asks about participations. */
  readonly registerJobs: (jobs: Pick<Jobs, 'work'>) => void
}

/**
 * Participations whose outcome an external system decides: commit, ask, settle. A participation is asked about until it
 * is settled, whichever process ends in between; its id is the key, so that asking again does nothing twice.
 */
export const createOutcomeSaga = <Result>(
  deps: Pick<PromotionDeps, 'db' | 'clock' | 'jobs'>,
  external: ExternalOutcome<Result>,
): OutcomeSaga<Result> => {
  const queue: JobQueue<{ transaction_id: string }> = {
    name: `ask-about-${external.kind}`,
    expireInSeconds: 300,
    retryLimit: 5,
  }

  /** One second later than due, because the job runner has a clock of its own. */
  const askAt = (tx: Tx, transaction_id: string, seconds: number): Promise<void> =>
    deps.jobs.enqueue(tx, queue, { transaction_id }, seconds + 1)

  const settleLocked = async (
    tx: Tx,
    { transaction, inquiry, now }: { transaction: Transaction; inquiry: Inquiry; now: Date },
    answer: Exclude<OutcomeAnswer<Result>, { kind: 'done' }>,
  ): Promise<SettledOutcome> => {
    const transaction_id = transaction.id
    switch (answer.kind) {
      case 'refused': {
        const { failure } = answer
        const is_late = isLate(inquiry, now)
        await external.fail(tx, { transaction, now, is_late, failure })
        await saveSettlement(tx, { transaction, now, settlement: { state: 'failed', failure } })
        await saveSettled(tx, [transaction_id], now)
        return { kind: 'failed', failure }
      }
      case 'unknown':
      case 'contradiction': {
        const { cause } = answer
        // The answer to an earlier request of another process: staff have the case.
        if (inquiry.state === 'desk') return { kind: 'waiting' }
        await saveSettlement(tx, { transaction, now, settlement: { state: 'unknown' } })
        const pauseSeconds = answer.kind === 'unknown' ? inquiryPauseSeconds(inquiry.attempts) : null
        if (pauseSeconds === null) await saveInquiry(tx, transaction_id, { state: 'desk', cause })
        else {
          const next_at = expiryAfter(now, pauseSeconds)
          await saveInquiry(tx, transaction_id, { state: 'asking', cause, next_at })
          await askAt(tx, transaction_id, pauseSeconds)
        }
        return { kind: 'waiting' }
      }
      default:
        return answer satisfies never
    }
  }

  const settleEach = async (tx: Tx, answers: readonly Answered<Result>[]): Promise<SettledOutcome[]> => {
    const now = deps.clock()
    const ids = answers.map(({ transaction_id }) => transaction_id)
    const transactions = await lockTransactions(tx, ids)
    const inquiries = await lockInquiries(tx, ids)
    const outcomes = new Map<string, SettledOutcome>()
    const done: (SettlingTransaction & { readonly result: Result })[] = []
    for (const { transaction_id, answer } of answers) {
      const transaction = transactions.get(transaction_id)
      const inquiry = inquiries.get(transaction_id)
      if (!transaction || !inquiry) throw new Error('A participation in processing has no inquiry')
      if (transaction.state !== 'processing' && transaction.state !== 'unknown')
        outcomes.set(transaction_id, outcomeOf(transaction))
      else if (answer.kind === 'done')
        done.push({ transaction, now, is_late: isLate(inquiry, now), result: answer.result })
      else outcomes.set(transaction_id, await settleLocked(tx, { transaction, inquiry, now }, answer))
    }
    for (const completed of await completeEach(tx, done, now))
      outcomes.set(completed.id, { kind: 'completed', response: completed.response })
    return ids.map((id) => {
      const outcome = outcomes.get(id)
      if (!outcome) throw new Error('An answer was not settled')
      return outcome
    })
  }

  const completeEach = async (
    tx: Tx,
    done: readonly (SettlingTransaction & { readonly result: Result })[],
    now: Date,
  ): Promise<readonly { id: string; response: unknown }[]> => {
    if (done.length === 0) return []
    const responses = await external.complete(tx, done)
    const completed = done.map(({ transaction: { id } }, index) => ({ id, response: responses[index] }))
    await saveResponses(tx, completed, now)
    await saveSettled(
      tx,
      completed.map(({ id }) => id),
      now,
    )
    return completed
  }

  const inTurn = createGate(maxBeginning)
  const settleInBatch = createBatchQueue<Answered<Result>, SettledOutcome>(
    async (_, answers) => {
      const outcomes = await inTransaction(deps.db, (tx) => settleEach(tx, answers))
      return outcomes.map((result) => ({ ok: true, result }))
    },
    { limit: settledAtOnce },
  )

  const askAndSettle = async (transaction_id: string): Promise<SettledOutcome> => {
    const answer = await external.ask(transaction_id, deps.clock())
    return settleInBatch('', { transaction_id, answer })
  }

  const inFlight = new Map<string, Promise<SettledOutcome>>()
  const pursue = (transaction_id: string): Promise<SettledOutcome> => {
    const running = inFlight.get(transaction_id)
    if (running) return running
    const started = askAndSettle(transaction_id).finally(() => inFlight.delete(transaction_id))
    inFlight.set(transaction_id, started)
    return started
  }

  const askDue = async (): Promise<void> => {
    const errors: unknown[] = []
    for (;;) {
      const now = deps.clock()
      const again_at = expiryAfter(now, claimSeconds)
      const due = await inTransaction(deps.db, async (tx) => {
        const claimed = await claimDue(tx, { kind: external.kind, now, again_at, limit: concurrency })
        // This process may end before it has settled them, together with the job that it runs.
        for (const transaction_id of claimed) await askAt(tx, transaction_id, claimSeconds)
        return claimed
      })
      for (const result of await Promise.allSettled(due.map(pursue)))
        if (result.status === 'rejected') errors.push(result.reason)
      if (due.length < concurrency) break
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some participations could not be settled')
  }

  return {
    inTurn,
    begin: async (tx, transaction_ids) => {
      const started_at = deps.clock()
      const next_at = expiryAfter(started_at, firstPauseSeconds)
      const { kind } = external
      await insertInquiries(tx, { transaction_ids, kind, started_at, next_at })
      // One job asks about all that are due.
      const [first] = transaction_ids
      if (first !== undefined) await askAt(tx, first, firstPauseSeconds)
    },
    pursue,
    waitFor: (transaction_id) => inFlight.get(transaction_id) ?? Promise.resolve({ kind: 'waiting' }),
    askDue,
    settleWith: async (tx, transaction_id, answer) => {
      const [outcome] = await settleEach(tx, [{ transaction_id, answer }])
      if (!outcome) throw new Error('An answer was not settled')
      return outcome
    },
    askAgain: async (tx, transaction_id) => {
      await lockTransaction(tx, transaction_id)
      const inquiry = await lockInquiry(tx, transaction_id)
      if (inquiry?.state !== 'desk') return false
      const { cause } = inquiry
      await saveInquiry(tx, transaction_id, { state: 'asking', cause, next_at: deps.clock(), attempts: 0 })
      await askAt(tx, transaction_id, 0)
      return true
    },
    registerJobs: (jobs) => jobs.work(queue, askDue),
  }
}

const outcomeOf = ({ state, response, failure }: Transaction): SettledOutcome =>
  state === 'failed'
    ? { kind: 'failed', failure: failure ?? { code: 'campaigns.transaction-failed', values: {} } }
    : { kind: 'completed', response }
