import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { formatShortDateTime, formatEnd } from '../../parts/club-time.ts'
import type { CampaignChip, Counted, Offer } from './promotion.ts'

/** At or below this fraction of its stock, a promotion is shown as low in stock. */
const lowStockShare = 0.1

/** Whether the promotion was ended before its start; its end then precedes its start. */
export const isCancelled = (campaign: Pick<CampaignCard, 'starts_at' | 'ends_at'>): boolean =>
  Date.parse(campaign.ends_at) <= Date.parse(campaign.starts_at)

/** The status of a promotion as a short label. */
export function campaignChip(
  campaign: Pick<CampaignCard, 'state' | 'stock' | 'starts_at' | 'ends_at'>,
): CampaignChip {
  const { state, stock } = campaign
  switch (state) {
    case 'active':
      if (stock?.remaining === 0) return { label: 'Esgotado', tone: 'bad' }
      if (stock && stock.remaining <= stock.total * lowStockShare)
        return { label: 'Últimas unidades', tone: 'warn' }
      return { label: 'Disponível', tone: 'good' }
    case 'paused':
      return { label: 'Pausada', tone: 'warn' }
    case 'ended':
    case 'archived':
      return { label: isCancelled(campaign) ? 'Cancelada' : 'Encerrada' }
    case 'draft':
    case 'in_review':
    case 'scheduled':
      return { label: 'Em breve' }
    default:
      return state satisfies never
  }
}

/** The period as text: when it starts, ends or ended, or that it never started. */
export function formatCampaignPeriod(
  campaign: Pick<CampaignCard, 'state' | 'starts_at' | 'ends_at'>,
): string {
  if (isCancelled(campaign)) return 'Cancelada antes de começar'
  if (campaign.state === 'scheduled') return `Começa ${formatShortDateTime(campaign.starts_at)}`
  if (campaign.state === 'ended' || campaign.state === 'archived')
    return `Terminou ${formatEnd(campaign.ends_at)}`
  return `Até ${formatEnd(campaign.ends_at)}`
}

/** A campaign's offer, derived from its status and its own stock. */
export function stockOffer(
  campaign: CampaignCard,
  counted: Counted['counted'] = 'prometidos',
): Offer & { stock: Counted | null } {
  const stock = campaign.stock && { ...campaign.stock, counted }
  return {
    chip: campaignChip(campaign),
    when: formatCampaignPeriod(campaign),
    left: stock && campaign.state === 'active' ? stockLeft(stock) : '',
    stock,
  }
}

/** 'Restam 312 dos 2.000 prometidos' */
export const stockLeft = ({ remaining, total, counted }: Counted): string =>
  `Restam ${remaining.toLocaleString('pt-BR')} dos ${total.toLocaleString('pt-BR')} ${counted}`
