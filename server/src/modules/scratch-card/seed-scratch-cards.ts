import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../db/database.ts'
import type { Random } from '../../ports/random.ts'
import { createLimits } from '../limits/index.ts'
import { listAwardsOf } from './awards/award-store.ts'
import { findDeck } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { deliverAward } from './desk/deliver-award.ts'
import { createDrawCard } from './draw-card.ts'
import { giveCards } from './give-cards.ts'
import { issueCodes } from './issue-codes.ts'
import { prepareDeck } from './prepare-deck.ts'
import { publishDecks } from './publish-deck.ts'
import { requestBatch } from './request-batch.ts'
import { sealDeck } from './seal-deck.ts'

/** Demonstration data: a deck with its codes and draws, created through the use cases. */
export type ScratchCardSeed = {
  readonly campaign_id: string
  readonly cd_identificador: number
  /** When the deck is sealed and the codes are printed. */
  readonly sealed_at: Date
  /** Two different members. */
  readonly preparer: string
  readonly sealer: string
  readonly purpose: string
  readonly count: number
  /** Creates deck and codes; a deterministic one gives the same cards and codes in every demonstration. */
  readonly random: Pick<Random, 'below' | 'bytes'>
  /** Draws with the first codes, in chronological order; each opens a participation at its time. */
  readonly draws: readonly {
    readonly customer_id: string
    readonly drawn_at: Date
    readonly startTransaction: (opened_at: Date) => Promise<string>
    /** The delivery of the card's prize; null for a card without one, and for a prize that waits. */
    readonly delivery: {
      readonly staff_id: string
      readonly delivered_at: Date
      readonly birth_date: string
    } | null
  }[]
  /** A batch that waits for its second signature; null for none. */
  readonly requested: { readonly count: number; readonly purpose: string; readonly requested_at: Date } | null
  /** Cards that the desk gave and that are not drawn yet. */
  readonly gifts: readonly {
    readonly customer_id: string
    readonly staff_id: string
    readonly cards: number
    readonly reason: string
    readonly given_at: Date
  }[]
}

/**
 * Prepares and seals the deck, prints the codes, draws with the first ones, delivers prizes, requests a batch and gives
 * cards. The heads of the chain are published after each draw, as daily maintenance does, and the deck of an ended
 * campaign is revealed.
 */
export const seedScratchCards = async (deps: ScratchCardDeps, seed: ScratchCardSeed): Promise<void> => {
  const { campaign_id, cd_identificador, sealed_at, preparer, sealer, purpose, count } = seed
  const random = { ...deps.random, ...seed.random }
  const depsAtSealing = { ...deps, clock: () => sealed_at, random }
  const { commitment } = await prepareDeck(depsAtSealing, { campaign_id, staff_id: preparer })
  await sealDeck(depsAtSealing, { campaign_id, commitment, staff_id: sealer })
  const deck = await findDeck(deps.db, campaign_id)
  if (!deck) throw new Error('The sealed deck was not found')
  const codes = await inTransaction(deps.db, (tx) =>
    issueCodes({ vault: deps.vault, random }, tx, {
      deck_id: deck.id,
      count,
      now: sealed_at,
      purpose,
      members: [preparer, sealer],
    }),
  )
  const limits = createLimits(deps.db)
  for (const [index, { customer_id, drawn_at, startTransaction, delivery }] of seed.draws.entries()) {
    const depsAtDraw = { ...deps, clock: () => drawn_at }
    const draw = createDrawCard({ ...depsAtDraw, limits, countGuesser: async () => {} })
    const transaction_id = await startTransaction(drawn_at)
    await draw({
      customer_id,
      identified_session_id: null,
      transaction_id,
      cd_identificador,
      alphanumero: codes[index] ?? '',
      source: { ip: '127.0.0.1', device_id: null },
    })
    await publishDecks(depsAtDraw)
    if (!delivery) continue
    const [award] = await listAwardsOf(deps.db, [transaction_id])
    if (!award) throw new Error('The card has no prize to deliver')
    await deliverAward(
      { ...deps, limits, clock: () => delivery.delivered_at },
      {
        award_id: award.id,
        client_delivery_id: randomUUID(),
        birth_date: delivery.birth_date,
        signature: null,
        staff: { staff_id: delivery.staff_id, roles: ['attendant'] },
      },
    )
  }
  if (seed.requested) {
    const { requested_at, ...batch } = seed.requested
    await requestBatch(
      { ...deps, clock: () => requested_at },
      { ...batch, batch_id: randomUUID(), campaign_id, staff_id: preparer },
    )
  }
  for (const { given_at, ...gift } of seed.gifts)
    await giveCards(
      { ...deps, clock: () => given_at, limits },
      { ...gift, gift_id: randomUUID(), campaign_id },
    )
  await publishDecks(deps)
}
