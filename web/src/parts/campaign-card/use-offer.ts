import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { serverNow } from '../../platform/clock/server-clock.ts'
import { useSessionsOnce } from '../club-data/use-sessions.ts'
import { campaignChip, campaignWhen, type CampaignChip } from './campaign-words.ts'
import { placesLeft } from './places-left.ts'

/** What a card says of a promotion; `chip` and `left` are null while it is not known yet. */
export type Offer = { chip: CampaignChip | null; when: string; left: string | null }

/** Status, date and what is left in words: of the stock, or of the places of the promotion's sessions. */
export function useOffer(campaign: CampaignCard): Offer {
  const { campaign_id, kind, state, stock } = campaign
  const hasSessions = kind === 'event_tickets' && state === 'active'
  const { data, isError } = useSessionsOnce(campaign_id, hasSessions)
  const when = campaignWhen(campaign)
  if (hasSessions && data) {
    const { chip, places, when: next = when } = placesLeft(data, serverNow())
    return { chip, when: next, left: places }
  }
  // What did not come is not waited for: the promotion itself is on.
  if (hasSessions && !isError) return { chip: null, when, left: null }
  return { chip: campaignChip(campaign), when, left: stock && state === 'active' ? stockLeft(stock) : '' }
}

/** The stock in words. */
export const stockLeft = ({ remaining, total }: { remaining: number; total: number }): string =>
  `Restam ${remaining.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')}`
