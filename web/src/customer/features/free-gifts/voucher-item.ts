import { endSentence } from '@clube/contract/kernel/club-time.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { voucherStateTitles, type GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { formatGifts } from '@clube/contract/kernel/count-formats.ts'
import { formatEnd } from '../../../parts/club-time.ts'
import { pickupDeadlineText } from '../../promotions/deadline-text.ts'
import type { WalletItem } from '../../promotions/promotion.ts'
import { voucherTones } from './gift-labels.ts'
import { giftPaths } from './gift-paths.ts'

/** The kind's icon in the *Carteira*. */
export const voucherIcon =
  'M3.5 9.5h17v3.5h-17ZM5 13v7h14v-7M12 9.5V20M12 9.5C10.8 4.8 6.2 4.4 6 7c0 2 2.8 2.5 6 2.5Zm0 0c1.2-4.7 5.8-5.1 6-2.5 0 2-2.8 2.5-6 2.5Z'

/** The state at `nowMs`: this device's copy may be older than the deadline. */
const stateAt = ({ state, expires_at }: GiftVoucher, nowMs: number): GiftVoucher['state'] =>
  state === 'issued' && Date.parse(expires_at) <= nowMs ? 'expired' : state

/** Whether the gift can be picked up now. */
export const isIssued = (voucher: GiftVoucher, nowMs: number): boolean => stateAt(voucher, nowMs) === 'issued'

/** The deadline with the remaining time: "Retire até dom., 6 de dez. (faltam 14 dias)". */
export const deadlineText = ({ expires_at }: Pick<GiftVoucher, 'expires_at'>, nowMs: number): string =>
  pickupDeadlineText(expires_at, nowMs)

/** Why a voucher can no longer be used, as shown on its card; null while it can. */
export function endedText(voucher: GiftVoucher, nowMs: number): string | null {
  const state = stateAt(voucher, nowMs)
  switch (state) {
    case 'issued':
      return null
    case 'delivered':
      return voucher.delivered_at === null
        ? voucherStateTitles.delivered
        : `Entregue em ${formatEnd(voucher.delivered_at)}`
    case 'expired':
      return endSentence(`O prazo de retirada terminou em ${formatEnd(voucher.expires_at)}`)
    case 'cancelled':
      return voucherStateTitles.cancelled
    default:
      return state satisfies never
  }
}

/** A voucher in the *Carteira*. */
export function voucherItem(voucher: GiftVoucher, nowMs: number): Omit<WalletItem, 'icon'> {
  const state = stateAt(voucher, nowMs)
  const { campaign_title, delivered_at, expires_at, gift, pickup_point, voucher_id } = voucher
  return {
    id: voucher_id,
    title: giftName(gift),
    text: `${pickup_point.name}, ${campaign_title}`,
    stage: state === 'issued' ? 'usable' : 'past',
    status: { label: voucherStateTitles[state], tone: voucherTones[state] },
    validity: state === 'issued' ? deadlineText(voucher, nowMs) : null,
    at: delivered_at ?? expires_at,
    href: giftPaths.voucher(voucher_id),
  }
}

/** The gifts to pick up, with the next deadline; null if there are none. */
export function vouchersSummary(vouchers: readonly GiftVoucher[], nowMs: number): string | null {
  const issued = vouchers
    .filter((voucher) => isIssued(voucher, nowMs))
    .toSorted((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at))
  const [next] = issued
  return next ? `${formatGifts(issued.length)}, até ${formatEnd(next.expires_at)}` : null
}
