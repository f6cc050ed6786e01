import { drawScratchCardCall, type DrawnCard } from '@clube/contract/scratch-card/calls.ts'
import { codeHashOf, nextHead } from '@clube/contract/scratch-card/draw-chain.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf, refuseRequest, type Refusal } from '../../kernel/refusal.ts'
import { findCampaignFacts, findCampaignRefusal, type WorkResult } from '../campaigns/index.ts'
import { admitDraws, type Admitted } from './admit-draws.ts'
import { winPrizes } from './awards/win-prizes.ts'
import { openCard } from './card-at-rest.ts'
import { codeIndexOf, digitalCodeOf } from './code-at-rest.ts'
import { insertDigitalCodes } from './code-store.ts'
import type { ScratchDeck } from './deck.ts'
import { listCards, lockDeck } from './deck-store.ts'
import type { ScratchCardDeps, ScratchServices } from './deps.ts'
import type { DrawBatch, FreshDraw } from './draw-batch.ts'
import { saveDraws, type NewDraw } from './draw-store.ts'
import { nodeHash } from './node-hash.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { useReceipts } from './use-receipts.ts'
import { viewDraw } from './view-draws.ts'

const refuse = refusalsOf(drawScratchCardCall)

type Results = Map<string, WorkResult<DrawnCard>>

/** Decides a batch of draws of one campaign, in order. */
export const decideDraws = async (
  deps: ScratchCardDeps & Pick<ScratchServices, 'limits'>,
  tx: Tx,
  batch: DrawBatch,
): Promise<Results> => {
  const results: Results = new Map()
  const reject = ({ transaction }: FreshDraw, refusal: Refusal) => results.set(transaction.id, { refusal })
  const { now, codes } = batch
  const facts = await findCampaignFacts(
    tx,
    batch.fresh.map(({ transaction }) => transaction.campaign_id),
  )
  const valid = batch.fresh.filter((request) => {
    const { customer_id, campaign_id } = request.transaction
    if (!batch.usable.has(customer_id)) reject(request, refuseRequest('session.required'))
    else if (facts.get(campaign_id)?.cd_identificador !== request.body.cd_identificador)
      reject(request, refuse('campaigns.transaction-unknown'))
    else return true
    return false
  })
  const [first] = valid
  if (!first) return results
  // All requests are for the same campaign: their numbers match.
  const { campaign_id } = first.transaction
  const campaign = await findScratchCampaign(tx, campaign_id)
  if (!campaign) throw new Error('The participation has no campaign')
  // Credit is locked before the deck.
  const uses = await useReceipts(deps, tx, { requests: valid, campaign, now })
  const deck = await lockDeck(tx, campaign_id)
  const closed = await findCampaignRefusal(tx, { campaign_id, now, time_zone: deps.time_zone })
  if (closed || deck?.state !== 'sealed')
    for (const request of valid) reject(request, closed ? refuse(closed) : refuse('scratch-card.not-sealed'))
  else {
    const admitted = await admitDraws(deps, tx, { ...batch, fresh: valid, deck, campaign, uses, reject })
    const drawn_at = drawInstant(deck, deps.clock())
    const draws = await drawNext(deps, tx, { admitted, deck, codes, now: drawn_at })
    await winPrizes(deps, tx, { deck_id: deck.id, campaign, draws, drawn_at })
    for (const [index, { request }] of admitted.entries()) {
      const draw = draws[index]
      if (!draw) reject(request, refuse('scratch-card.none-today'))
      else
        results.set(request.transaction.id, {
          response: viewDraw(campaign.settings, { ...draw, campaign_id, drawn_at }),
        })
    }
  }
  await deps.credit.release(
    tx,
    [...uses].flatMap(([id, use]) => {
      const result = results.get(id)
      return use.kind === 'used' && result && 'refusal' in result ? [id] : []
    }),
  )
  return results
}

/** Never before the previous draw, even if the clocks of two servers differ. */
const drawInstant = ({ last_drawn_at }: ScratchDeck, now: Date): Date =>
  last_drawn_at !== null && last_drawn_at > now ? last_drawn_at : now

/** Draws the next cards of the locked deck; fewer if the next one cannot be drawn yet. */
const drawNext = async (
  deps: ScratchCardDeps,
  tx: Tx,
  input: { admitted: readonly Admitted[]; deck: ScratchDeck; codes: DrawBatch['codes']; now: Date },
): Promise<NewDraw[]> => {
  const { admitted, deck, codes, now } = input
  const { id: deck_id, campaign_id, commitment, drawn } = deck
  const next = await listCards(tx, { deck_id, first: drawn + 1, limit: admitted.length })
  const waiting = next.findIndex(({ drawable_from }) => drawable_from > now)
  const cards = waiting === -1 ? next : next.slice(0, waiting)
  await insertEarnedCodes(deps, tx, { deck, admitted: admitted.slice(0, cards.length), now })
  const drawn_at = now.toISOString()
  let head = deck.head.toString('hex')
  const draws = cards.map(({ position, prize_sealed }, index): NewDraw => {
    const { request, code_id } = admitted[index]!
    const prize = openCard(deps.vault, { commitment, position }, prize_sealed)
    const code =
      code_id === null
        ? digitalCodeOf(deps.vault, request.transaction.id)
        : codes.get(request.body.code_index)
    if (code === undefined) throw new Error('The code of a request was not found')
    const code_hash = codeHashOf(nodeHash, { campaign_id, code })
    head = nextHead(nodeHash, head, { position, prize, code_hash, drawn_at })
    return {
      ...request.actor,
      position,
      code_id: code_id ?? request.transaction.id,
      transaction_id: request.transaction.id,
      prize_number: prize === 0 ? null : prize,
      code_hash: Buffer.from(code_hash, 'hex'),
      head: Buffer.from(head, 'hex'),
    }
  })
  const saved = await saveDraws(tx, { deck_id, drawn, draws, now })
  if (saved !== draws.length) throw new Error('A locked deck or code was changed')
  return draws
}

/** Stores the digital codes of cards earned by receipts, which are drawn at once; the id of each is its participation's. */
const insertEarnedCodes = async (
  { vault }: ScratchCardDeps,
  tx: Tx,
  { deck, admitted, now }: { deck: ScratchDeck; admitted: readonly Admitted[]; now: Date },
): Promise<void> => {
  const codes = admitted
    .filter(({ code_id }) => code_id === null)
    .map(({ request: { transaction } }) => ({
      id: transaction.id,
      gift_id: null,
      customer_id: transaction.customer_id,
      code_index: codeIndexOf(vault, digitalCodeOf(vault, transaction.id)),
    }))
  if (codes.length === 0) return
  if (!(await insertDigitalCodes(tx, { deck_id: deck.id, codes, now })))
    throw new Error('The locked deck was changed')
}
