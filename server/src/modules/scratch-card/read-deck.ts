import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { readDeckCall, type listScratchCampaignsCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { scratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findCampaignFacts, listCampaignsOfKind, readSettings } from '../campaigns/index.ts'
import { listRequestedBatches } from './batch-store.ts'
import { findDeck, listDeckCounters, listWaitingDecks } from './deck-store.ts'
import type { Db } from '../../db/database.ts'
import type { ScratchCardDeps } from './deps.ts'
import { deckStatesOfCampaign } from './prepare-deck.ts'
import { findScratchCampaign, isApproved } from './scratch-campaign.ts'
import { viewDeck } from './view-deck.ts'

const refuse = refusalsOf(readDeckCall)

/** The approved campaigns of the kind that are not archived, with their decks, latest end first. */
export const listScratchCampaigns = async ({
  db,
  clock,
}: Pick<ScratchCardDeps, 'db' | 'clock'>): Promise<DataOf<typeof listScratchCampaignsCall>> => {
  const campaigns = (await listCampaignsOfKind(db, 'scratch_card')).filter(isApproved)
  const decks = await listDeckCounters(
    db,
    campaigns.map(({ id }) => id),
  )
  const now = clock()
  return Promise.all(
    campaigns.map(async (campaign) => ({
      campaign_id: campaign.id,
      slug: campaign.slug,
      title: campaign.title,
      state: campaignStateAt(campaign, now),
      starts_at: campaign.starts_at.toISOString(),
      ends_at: campaign.ends_at.toISOString(),
      cards: (await readSettings(db, campaign.id, scratchCardSettings)).cards,
      deck: decks.get(campaign.id) ?? null,
    })),
  )
}

/** Decks that the member may seal and code batches that they may approve, up to a limit; not those of ended campaigns. */
export const countWaitingSignatures = async (
  db: Db,
  { staff_id, limit }: { staff_id: string; limit: number },
): Promise<number> => {
  const campaigns = await findCampaignFacts(db, await listWaitingDecks(db, staff_id))
  const decks = [...campaigns.values()].filter(({ state }) => deckStatesOfCampaign.has(state))
  const batches = (await listRequestedBatches(db, limit)).filter(
    ({ requested_by }) => requested_by !== staff_id,
  )
  return Math.min(limit, decks.length + batches.length)
}

/** The deck of an approved campaign as the member sees it. @throws {Refusal} campaigns.unknown */
export const readDeck = async (
  deps: Pick<ScratchCardDeps, 'db' | 'clock' | 'namesOfStaff'>,
  { campaign_id, staff_id }: { campaign_id: string; staff_id: string },
): Promise<DataOf<typeof readDeckCall>> => {
  const { db, clock } = deps
  const campaign = await findScratchCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { settings } = campaign
  const deck = await findDeck(db, campaign_id)
  return {
    campaign_id,
    campaign_title: campaign.title,
    slug: campaign.slug,
    campaign_state: campaignStateAt(campaign, clock()),
    deck: deck ? await viewDeck(deps, db, { deck, settings, staff_id }) : null,
  }
}
