import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { clubMoment, clubUntil } from '../club-moment.ts'

export type CampaignChip = { words: string; tone?: 'good' | 'warn' | 'bad' }

/** With this share of its stock left, or less, a promotion says that it is ending. */
const lastShare = 0.1

/** The status of a promotion in one or two words. */
export function campaignChip({ state, stock }: Pick<CampaignCard, 'state' | 'stock'>): CampaignChip {
  switch (state) {
    case 'active':
      if (stock?.remaining === 0) return { words: 'Esgotado', tone: 'bad' }
      if (stock && stock.remaining <= stock.total * lastShare)
        return { words: 'Últimas unidades', tone: 'warn' }
      return { words: 'Disponível', tone: 'good' }
    case 'paused':
      return { words: 'Pausada', tone: 'warn' }
    case 'ended':
    case 'archived':
      return { words: 'Encerrada' }
    case 'draft':
    case 'in_review':
    case 'scheduled':
      return { words: 'Em breve' }
    default:
      return state satisfies never
  }
}

/** When, in words: until when it is on, from when it will be, or when it was over. */
export function campaignWhen(campaign: Pick<CampaignCard, 'state' | 'starts_at' | 'ends_at'>): string {
  if (campaign.state === 'scheduled') return `Começa ${clubMoment(campaign.starts_at)}`
  if (campaign.state === 'ended' || campaign.state === 'archived')
    return `Terminou ${clubUntil(campaign.ends_at)}`
  return `Até ${clubUntil(campaign.ends_at)}`
}
