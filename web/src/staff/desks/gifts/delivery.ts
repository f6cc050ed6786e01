import type { DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { endedVoucherRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { formatDate, formatTime } from '../../../parts/club-time.ts'
import type { GiftPost } from './gift-post.ts'

/** What the desk shows. */
export type Shown =
  | { readonly kind: 'ready' }
  /** A code or a delivery was refused, with the server's message. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'voucher'
      readonly voucher: DeskVoucher
      /** Incremented with each code that is read, so that each begins without a signature. */
      readonly reading: number
      /** A delivery was sent and its response was lost. */
      readonly isUnanswered: boolean
    }
  /** Several vouchers of a person who was found by document; one is chosen. */
  | { readonly kind: 'found'; readonly vouchers: readonly DeskVoucher[] }
  /** A document without an account, or whose person has no voucher to deliver. */
  | { readonly kind: 'nothing-found'; readonly hasAccount: boolean }
  | { readonly kind: 'delivered'; readonly voucher: DeskVoucher }
  | { readonly kind: 'undone'; readonly voucher: DeskVoucher }

/** Why a voucher is not delivered here: a title and what to do; null if it can be. */
export const obstacleOf = (
  voucher: DeskVoucher,
  { campaign, point }: GiftPost,
): { title: string; detail: string } | null => {
  const { pickup_point } = voucher
  switch (voucher.state) {
    case 'delivered': {
      const deliveredAt = voucher.delivered_at ?? voucher.issued_at
      const detail = fillMessage(endedVoucherRefusals['free-gifts.already-delivered'].message, {
        date: formatDate(deliveredAt),
        time: formatTime(deliveredAt),
      })
      const deliveredBy = voucher.delivered_by === null ? '' : ` Quem entregou: ${voucher.delivered_by}.`
      return { title: 'Já entregue', detail: `${detail}${deliveredBy}` }
    }
    case 'cancelled':
      return { title: 'Cancelado', detail: endedVoucherRefusals['free-gifts.voucher-cancelled'].message }
    case 'expired':
    case 'issued':
      break
    default:
      return voucher.state satisfies never
  }
  if (!voucher.can_deliver) {
    const lastDay = new Date(Date.parse(voucher.expires_at) - 1)
    const message = endedVoucherRefusals['free-gifts.voucher-expired'].message
    return { title: 'Fora do prazo', detail: fillMessage(message, { date: formatDate(lastDay) }) }
  }
  if (voucher.campaign_id !== campaign.campaign_id)
    return {
      title: 'De outra promoção',
      detail: `É de ${voucher.campaign_title}. A retirada é em ${pickup_point.name}, ${pickup_point.location}.`,
    }
  if (pickup_point.pickup_point_id !== point.pickup_point_id)
    return {
      title: 'De outro ponto de retirada',
      detail: `A retirada é em ${pickup_point.name}, ${pickup_point.location}. Horário: ${pickup_point.opening_hours}.`,
    }
  return null
}
