import {
  buildDeck,
  commitmentOf,
  positionsOf,
  type Deck,
  type DeckPlan,
} from '@clube/contract/scratch-card/deck.ts'
import { prepareDeckCall, type DeckView } from '@clube/contract/scratch-card/deck-calls.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { allowLongStatements, inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { sealCard, sealSeed } from './card-at-rest.ts'
import { daysOf, planOf } from './deck.ts'
import { deletePreparedDeck, findDeck, insertCards, insertDeck, lockPreparation } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { nodeHash } from './node-hash.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { viewDeck } from './view-deck.ts'

const refuse = refusalsOf(prepareDeckCall)

const seedBytes = 32
/** Cards sealed in one turn of the event loop, which must not delay other requests. */
const cardsPerStatement = 500

/** States in which a campaign may get its deck. */
export const deckStatesOfCampaign: ReadonlySet<CampaignState> = new Set(['scheduled', 'active', 'paused'])

/**
 * Builds and stores the deck of an approved campaign, whose settings no longer change. A deck that is not sealed is
 * replaced; the number of preparations is shown to the person who seals it.
 * @throws {Refusal} campaigns.unknown, campaigns.wrong-state, scratch-card.already-sealed
 */
export const prepareDeck = (
  deps: ScratchCardDeps,
  { campaign_id, staff_id }: { campaign_id: string; staff_id: string },
): Promise<DeckView> =>
  inTransaction(deps.db, async (tx) => {
    await allowLongStatements(tx)
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuse('campaigns.unknown')
    if (!deckStatesOfCampaign.has(campaign.state)) throw refuse('campaigns.wrong-state')
    await lockPreparation(tx, campaign_id)
    const former = await findDeck(tx, campaign_id)
    if (former && former.state !== 'prepared') throw refuse('scratch-card.already-sealed')
    if (former) await deletePreparedDeck(tx, former.id)

    const { settings } = campaign
    // Every day has at least one card.
    const days = daysOf(campaign, deps.time_zone).slice(0, settings.cards)
    const plan = planOf(campaign_id, settings, days.length)
    const seed = deps.random.bytes(seedBytes)
    const deck = buildDeck(nodeHash, seed, plan)
    const commitment = Buffer.from(commitmentOf(nodeHash, seed, plan, deck), 'hex')
    const deck_id = await insertDeck(tx, {
      campaign_id,
      cards: plan.cards,
      days: plan.days,
      prizes: plan.prizes,
      commitment,
      head: commitment,
      seed_sealed: sealSeed(deps.vault, campaign_id, seed),
      preparations: (former?.preparations ?? 0) + 1,
      prepared_by: staff_id,
      prepared_at: deps.clock(),
    })
    await insertAllCards(deps, tx, { deck_id, commitment, plan, deck, days })
    const stored = await findDeck(tx, campaign_id)
    if (!stored) throw new Error('The prepared deck was not found')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.prepare-deck',
      subject: { kind: 'scratch-deck', id: campaign_id },
      sentence: `Preparou o baralho da promoção ${campaign.slug} pela ${stored.preparations}ª vez, com o resumo ${digestStart(commitment)}.`,
    })
    return viewDeck(deps, tx, { deck: stored, settings, staff_id })
  })

/** The first sixteen characters of a digest in groups of four, by which people compare it. */
export const digestStart = (digest: Buffer): string =>
  (digest.toString('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ')

const insertAllCards = async (
  { vault }: Pick<ScratchCardDeps, 'vault'>,
  tx: Tx,
  input: { deck_id: string; commitment: Buffer; plan: DeckPlan; deck: Deck; days: readonly Date[] },
): Promise<void> => {
  const { deck_id, commitment, plan, deck, days } = input
  for (const [day, drawable_from] of days.entries()) {
    const { first, last } = positionsOf(plan, day)
    for (let start = first; start <= last; start += cardsPerStatement) {
      const numbers = deck.subarray(start - 1, Math.min(last, start - 1 + cardsPerStatement))
      const cards = Array.from(numbers, (prize, index) => ({
        drawable_from,
        prize_sealed: sealCard(vault, { commitment, position: start + index }, prize),
      }))
      await insertCards(tx, { deck_id, first: start, cards })
    }
  }
}
