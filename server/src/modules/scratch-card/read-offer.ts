import { readScratchOfferCall, type ScratchOffer } from '@clube/contract/scratch-card/offer-calls.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findDeck } from './deck-store.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

const refuse = refusalsOf(readScratchOfferCall)

/**
 * The prizes and the rules of a campaign, as shoppers see them.
 * @throws {Refusal} campaigns.unknown before the approval
 */
export const readScratchOffer = async (
  { db }: { readonly db: Db },
  campaign_id: string,
): Promise<ScratchOffer> => {
  const campaign = await findScratchCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { cards, prizes, earned_by, limit_per_day } = campaign.settings
  const deck = await findDeck(db, campaign_id)
  return {
    cards,
    prizes: prizes.map(({ kind, title, quantity, value_cents }) => ({ kind, title, quantity, value_cents })),
    earned_by,
    limit_per_day,
    deck: deck && deck.state !== 'prepared' ? deck.state : null,
  }
}
