import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import type { NowEntry } from '../../promotions/promotion.ts'
import { giftPaths } from './gift-paths.ts'
import { deadlineText, isIssued } from './voucher-item.ts'

const hourMs = 3_600_000

/** How long before its deadline a voucher is shown. */
const soonMs = 48 * hourMs

/** The now entries of free gifts: vouchers that expire soon, and receipts that already allow a gift. */
export const nowEntriesOf = (
  vouchers: readonly GiftVoucher[],
  credit: readonly CreditProgress[],
  campaigns: readonly CampaignCard[],
  nowMs: number,
): NowEntry[] => [
  ...vouchers.flatMap((voucher) => expiringEntry(voucher, nowMs) ?? []),
  ...campaigns.flatMap((campaign) => completeEntry(campaign, credit) ?? []),
]

function expiringEntry(voucher: GiftVoucher, nowMs: number): NowEntry | null {
  const leftMs = Date.parse(voucher.expires_at) - nowMs
  if (!isIssued(voucher, nowMs) || leftMs > soonMs) return null
  return {
    title: 'Seu vale-brinde vence em breve',
    text: `${giftName(voucher.gift)}. ${deadlineText(voucher, nowMs)}, ${voucher.pickup_point.name}.`,
    href: giftPaths.voucher(voucher.voucher_id),
    // A countdown in minutes and seconds is useful only in the last hour.
    until: leftMs <= hourMs ? voucher.expires_at : null,
  }
}

/** Receipts that allow a gift today, in a promotion that still has gifts; credit can also be used after the promotion ends. */
function completeEntry(campaign: CampaignCard, credit: readonly CreditProgress[]): NowEntry | null {
  const own = credit.find(({ campaign_id }) => campaign_id === campaign.campaign_id)
  const canUse = own !== undefined && own.participations > 0 && own.uses_left_today !== 0
  const isOpen = campaign.state === 'active' || campaign.state === 'ended'
  if (!canUse || !isOpen || campaign.stock?.remaining === 0) return null
  return {
    title: 'Você já pode escolher um brinde',
    text: `Suas notas completaram o valor em ${campaign.title}.`,
    href: giftPaths.choose(campaign.slug),
    until: null,
  }
}
