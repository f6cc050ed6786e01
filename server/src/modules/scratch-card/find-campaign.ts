import type { DataOf } from '@clube/contract/kernel/call.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { findScratchCampaignCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { listCampaignsOfKind } from '../campaigns/index.ts'
import type { ScratchCardDeps } from './deps.ts'
import { isApproved } from './scratch-campaign.ts'

const refuse = refusalsOf(findScratchCampaignCall)

/**
 * The campaign of a printed link, by its public number.
 * @throws {Refusal} campaigns.unknown before the approval and when it is archived
 */
export const findCampaignByNumber = async (
  { db, clock }: Pick<ScratchCardDeps, 'db' | 'clock'>,
  cd_identificador: number,
): Promise<DataOf<typeof findScratchCampaignCall>> => {
  const campaigns = await listCampaignsOfKind(db, 'scratch_card')
  const campaign = campaigns.find((each) => each.cd_identificador === cd_identificador)
  if (!campaign || !isApproved(campaign)) throw refuse('campaigns.unknown')
  const { slug, starts_at, ends_at, ended_at } = campaign
  return {
    slug,
    state: campaignStateAt(campaign, clock()),
    starts_at: starts_at.toISOString(),
    ends_at: (ended_at ?? ends_at).toISOString(),
  }
}
