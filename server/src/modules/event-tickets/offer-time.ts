import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { CampaignFacts } from '../campaigns/index.ts'

type Lifetime = Pick<CampaignFacts, 'state' | 'starts_at' | 'ends_at' | 'ended_at' | 'paused_at'>

/** When the campaign ended, or is planned to end. */
export const campaignEndOf = ({ ended_at, ends_at }: Pick<Lifetime, 'ended_at' | 'ends_at'>): Date =>
  ended_at ?? ends_at

/** Whether the campaign has ended. It never runs again. */
export const hasCampaignEnded = (campaign: Lifetime, now: Date): boolean => {
  const state = campaignStateAt(campaign, now)
  return state === 'ended' || state === 'archived'
}

/**
 * The instant with which the expiry of an offer is compared: now, or the instant at which a pause or the campaign's end
 * stopped the countdown. Offers that were live at the end are ended with their list instead of expiring.
 */
export const offerTimeAt = (campaign: Lifetime, now: Date): Date => {
  const { paused_at } = campaign
  if (hasCampaignEnded(campaign, now)) {
    const stopped = paused_at ?? campaignEndOf(campaign)
    return stopped < now ? stopped : now
  }
  return campaignStateAt(campaign, now) === 'paused' && paused_at ? paused_at : now
}
