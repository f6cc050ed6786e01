import { sealDeckCall, type DeckView } from '@clube/contract/scratch-card/deck-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { ScratchDeck } from './deck.ts'
import { findDeck, lockPreparation, saveSeal } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { deckStatesOfCampaign, digestStart } from './prepare-deck.ts'
import { requireIntactDeck } from './prove-decks.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { viewDeck } from './view-deck.ts'

const refuse = refusalsOf(sealDeckCall)

/**
 * Seals the deck whose commitment was shown, after verifying all stored cards. A repeat by anyone returns the sealed deck.
 * @throws {Refusal} one of the call's refusals
 */
export const sealDeck = (
  deps: ScratchCardDeps,
  { campaign_id, commitment, staff_id }: { campaign_id: string; commitment: string; staff_id: string },
): Promise<DeckView> =>
  inTransaction(deps.db, async (tx) => {
    const campaign = await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuse('campaigns.unknown')
    await lockPreparation(tx, campaign_id)
    const deck = await findDeck(tx, campaign_id)
    if (!deck) throw refuse('scratch-card.unknown-deck')
    const isSame = deck.commitment.toString('hex') === commitment
    if (deck.state !== 'prepared') {
      if (isSame) return viewDeck(deps, tx, { deck, settings: campaign.settings, staff_id })
      throw refuse('scratch-card.already-sealed')
    }
    if (!isSame) throw refuse('scratch-card.other-deck')
    if (!deckStatesOfCampaign.has(campaign.state)) throw refuse('campaigns.wrong-state')
    if (deck.prepared_by === staff_id) throw refuse('scratch-card.own-deck')
    await requireIntactDeck({ db: tx, vault: deps.vault }, campaign_id)
    const seal = { sealed_by: staff_id, sealed_at: deps.clock() }
    if (!(await saveSeal(tx, { id: deck.id, ...seal }))) throw new Error('The locked deck was changed')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'scratch-card.seal-deck',
      subject: { kind: 'scratch-deck', id: campaign_id },
      sentence: `Lacrou o baralho da promoção ${campaign.slug}, com o resumo ${digestStart(deck.commitment)}.`,
    })
    const sealed: ScratchDeck = { ...deck, ...seal, state: 'sealed' }
    return viewDeck(deps, tx, { deck: sealed, settings: campaign.settings, staff_id })
  })
