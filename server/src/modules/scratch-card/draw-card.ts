import { drawScratchCardCall, type DrawnCard } from '@clube/contract/scratch-card/calls.ts'
import { parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { createBatchQueue, type Settled } from '../../db/batching.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import { executeEachOnce } from '../campaigns/index.ts'
import { lockUsable } from '../identity/index.ts'
import { isAccessible, type Actor } from '../sessions/index.ts'
import { codeIndexOf } from './code-at-rest.ts'
import { decideDraws } from './decide-draws.ts'
import type { DrawBody } from './draw-batch.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import { findDrawsByCode } from './draw-store.ts'
import { personKeyOf, type GuessSource } from './guess-keys.ts'
import { settingsOfDraws, viewDraw } from './view-draws.ts'

const refuse = refusalsOf(drawScratchCardCall)

export type DrawInput = Actor & {
  readonly transaction_id: string
  readonly cd_identificador: number
  /** As typed or scanned; empty for a card earned by receipts. */
  readonly alphanumero: string
  readonly source: GuessSource
}

type Request = Omit<DrawInput, 'alphanumero'> & {
  /** Null for a card earned by receipts. */
  readonly code: { readonly plain: string; readonly index: Buffer } | null
}

/** A decided request. A wrong code is counted before its refusal. */
type Decided =
  | { readonly kind: 'card'; readonly card: DrawnCard }
  | { readonly kind: 'wrong-code'; readonly refusal: Refusal }

type DrawDeps = ScratchCardDeps & Pick<ScratchServices, 'limits' | 'countGuesser'>

/**
 * Decides the card of a code, or of a participation's receipts (spec §7). Requests for one campaign that arrive while a
 * transaction for it is in flight are decided together by the next one, in order of arrival; the row of the deck
 * serializes the batches of all processes.
 * @throws {Refusal} one of `transactionRefusals` or `drawRefusals`
 */
export const createDrawCard = (deps: DrawDeps): ((input: DrawInput) => Promise<DrawnCard>) => {
  const enqueue = createBatchQueue<Request, Decided>((_campaign, requests) => drawBatch(deps, requests))
  return async ({ alphanumero, ...input }) => {
    const code = readCode(deps, alphanumero)
    const decided = await enqueue(String(input.cd_identificador), { ...input, code })
    if (decided.kind === 'card') return decided.card
    await deps.countGuesser(personKeyOf(deps.vault, input), deps.clock())
    throw decided.refusal
  }
}

/** @throws {Refusal} scratch-card.invalid-code for a typing error, which is not a guess */
const readCode = ({ vault }: ScratchCardDeps, alphanumero: string): Request['code'] => {
  if (alphanumero.trim() === '') return null
  const parsed = parseScratchCode(alphanumero)
  if (parsed.kind === 'slip') throw refuse('scratch-card.invalid-code')
  return { plain: parsed.code, index: codeIndexOf(vault, parsed.code) }
}

/** One transaction for many requests, all or none. */
const drawBatch = (deps: DrawDeps, requests: readonly Request[]): Promise<Settled<Decided>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const usable = await lockUsable(
      tx,
      requests.map(({ customer_id }) => customer_id),
    )
    const bodies = requests.map(({ cd_identificador, code }): DrawBody => ({
      cd_identificador,
      code_index: code?.index.toString('hex') ?? '',
    }))
    const codes = new Map(
      requests.flatMap(({ code }) => (code ? [[code.index.toString('hex'), code.plain]] : [])),
    )
    const sources = new Map(
      requests.map(({ transaction_id, source }) => [transaction_id.toLowerCase(), source]),
    )
    const wrong = new Set<Refusal>()
    const outcomes = await executeEachOnce<DrawBody, DrawnCard>({
      call: drawScratchCardCall,
      tx,
      kind: 'scratch_card',
      now,
      time_zone: deps.time_zone,
      attempts: requests.map(({ transaction_id, customer_id, identified_session_id }, index) => ({
        transaction_id,
        customer_id,
        identified_session_id,
        body: bodies[index]!,
      })),
      work: (fresh) => decideDraws(deps, tx, { fresh, usable, codes, sources, wrong, now }),
    })
    const refused = requests.filter((_, index) => outcomes[index]?.ok === false)
    const earlier = await findEarlier(tx, refused)
    return requests.map((request, index): Settled<Decided> => {
      const outcome = outcomes[index]
      if (!outcome) throw new Error('An attempt has no outcome')
      if (outcome.ok) return { ok: true, result: { kind: 'card', card: outcome.response } }
      const { refusal } = outcome
      const card = earlier.get(request)
      if (card) return { ok: true, result: { kind: 'card', card } }
      if (wrong.has(refusal)) return { ok: true, result: { kind: 'wrong-code', refusal } }
      return { ok: false, error: refusal }
    })
  })

/**
 * Draws that refused requests repeat: the same code of the same person returns the same card with any participation,
 * also when that could not be completed. The draw's own participation was decided by `executeEachOnce`.
 */
const findEarlier = async (tx: Tx, refused: readonly Request[]): Promise<ReadonlyMap<Request, DrawnCard>> => {
  const earlier = new Map<Request, DrawnCard>()
  const coded = refused.flatMap((request) => (request.code ? [{ request, index: request.code.index }] : []))
  if (coded.length === 0) return earlier
  const draws = await findDrawsByCode(tx, {
    customer_ids: coded.map(({ request }) => request.customer_id),
    indexes: coded.map(({ index }) => index),
  })
  const settingsOf = await settingsOfDraws(tx, [...draws.values()])
  for (const { request, index } of coded) {
    const draw = draws.get(index.toString('hex'))
    if (
      draw?.customer_id === request.customer_id &&
      draw.transaction_id !== request.transaction_id &&
      isAccessible(draw, request)
    )
      earlier.set(request, viewDraw(settingsOf(draw), draw))
  }
  return earlier
}
