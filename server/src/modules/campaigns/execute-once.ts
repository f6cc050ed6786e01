import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { bodyHashOf, judgeAttempt, type Transaction } from './transaction.ts'
import { saveCompleted } from './transaction-outcome-store.ts'
import { lockTransactions } from './transaction-store.ts'

/** Somebody's wish to turn a participation into its outcome. */
export type Attempt<Body> = {
  readonly transaction_id: string
  /** Who is signed in; another customer's participation is unknown. */
  readonly customer_id: string
  /** Whether it must belong to this campaign too. */
  readonly campaign_id?: string
  /** What the customer asks for. A repeat is the same when this is equal, whatever the order of its fields. */
  readonly body: Body
}

/** What an attempt came to. */
export type Outcome<Answer> =
  | {
      readonly ok: true
      readonly answer: Answer
      /** Whether the answer is that of an earlier attempt. */
      readonly repeated: boolean
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** What the work made of one participation. */
export type Done<Answer> = { readonly answer: Answer } | { readonly refusal: Refusal }

/** A participation that may be used now, for the first time. */
export type Fresh<Body> = { readonly transaction: Transaction; readonly body: Body }

/**
 * The one way from a participation to its outcome: runs the work for it in the given transaction and keeps the answer.
 * The same body again gives the first answer without any work. Whatever `work` throws leaves the participation open.
 * The answer is kept as JSON, so it must be plain data.
 * @throws {Refusal} one of `transactionRefusals`, or what `work` refuses
 */
export const executeOnce = async <Body, Answer>(
  input: Attempt<Body> & {
    readonly tx: Tx
    readonly kind: PromotionKind
    readonly now: Date
    readonly work: (transaction: Transaction) => Promise<Answer>
  },
): Promise<{ answer: Answer; repeated: boolean }> => {
  const { tx, kind, now, work, ...attempt } = input
  const [outcome] = await executeEachOnce<Body, Answer>({
    tx,
    kind,
    now,
    attempts: [attempt],
    work: async (fresh) => {
      const done = new Map<string, Done<Answer>>()
      for (const { transaction } of fresh) done.set(transaction.id, { answer: await work(transaction) })
      return done
    },
  })
  if (!outcome) throw new Error('An attempt came to nothing')
  if (!outcome.ok) throw outcome.refusal
  return { answer: outcome.answer, repeated: outcome.repeated }
}

/**
 * The same for many participations of one kind in one transaction: locked together, decided together by one call of
 * `work`, completed by one statement. A refusal belongs to its own attempt; a throw rolls all of them back.
 * @returns the outcomes in the order of the attempts
 */
export const executeEachOnce = async <Body, Answer>(input: {
  readonly tx: Tx
  readonly kind: PromotionKind
  readonly now: Date
  readonly attempts: readonly Attempt<Body>[]
  /** Must say for every fresh participation what became of it, under the participation's id. */
  readonly work: (fresh: readonly Fresh<Body>[]) => Promise<ReadonlyMap<string, Done<Answer>>>
}): Promise<Outcome<Answer>[]> => {
  const { tx, kind, now, attempts } = input
  const locked = await lockTransactions(tx, [
    ...new Set(attempts.map(({ transaction_id }) => transaction_id)),
  ])
  const firsts = new Map<string, { body_hash: Buffer; fresh: Fresh<Body> }>()
  const judged = attempts.map((attempt) => {
    const transaction = locked.get(attempt.transaction_id)
    const body_hash = bodyHashOf(attempt.body)
    const judgement = judgeAttempt(transaction, { ...attempt, kind, body_hash, now })
    if (transaction && judgement.at === 'fresh' && !firsts.has(transaction.id))
      firsts.set(transaction.id, { body_hash, fresh: { transaction, body: attempt.body } })
    return { attempt, judgement, body_hash }
  })
  const done =
    firsts.size === 0 ? new Map() : await input.work([...firsts.values()].map(({ fresh }) => fresh))
  await saveCompleted(tx, completedOf(firsts, done), now)

  const answered = new Set<string>()
  return judged.map(({ attempt, judgement, body_hash }): Outcome<Answer> => {
    switch (judgement.at) {
      case 'refused':
        return { ok: false, refusal: judgement.refusal }
      case 'waiting':
        return { ok: false, refusal: new Refusal('campaigns.transaction-processing') }
      case 'repeat':
        // It was stored as the answer of this very kind of call.
        return { ok: true, answer: judgement.answer as Answer, repeated: true }
      case 'fresh': {
        const { transaction_id } = attempt
        const repeated = answered.has(transaction_id)
        answered.add(transaction_id)
        return outcomeOf(done.get(transaction_id), {
          repeated,
          sameBody: firsts.get(transaction_id)?.body_hash.equals(body_hash) === true,
        })
      }
      default:
        return judgement satisfies never
    }
  })
}

const completedOf = <Body, Answer>(
  firsts: ReadonlyMap<string, { body_hash: Buffer; fresh: Fresh<Body> }>,
  done: ReadonlyMap<string, Done<Answer>>,
) =>
  [...firsts].flatMap(([id, { body_hash }]) => {
    const result = done.get(id)
    if (!result) throw new Error('The work forgot a participation')
    return 'answer' in result ? [{ id, body_hash, answer: result.answer }] : []
  })

/** Two attempts on one participation in the same batch: the second meets what the first has just done. */
const outcomeOf = <Answer>(
  result: Done<Answer> | undefined,
  attempt: { repeated: boolean; sameBody: boolean },
): Outcome<Answer> => {
  if (!result) throw new Error('The work forgot a participation')
  if ('refusal' in result) return { ok: false, refusal: result.refusal }
  if (!attempt.sameBody) return { ok: false, refusal: new Refusal('campaigns.transaction-reused') }
  return { ok: true, answer: result.answer, repeated: attempt.repeated }
}
