import type { DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { FoundList } from '../../parts/delivery/find-by-document.tsx'
import { formatInstant } from '../../parts/instant.ts'
import type { GiftPost } from './gift-post.ts'

type FoundVouchersProps = {
  vouchers: readonly DeskVoucher[]
  /** The voucher that the desk shows. */
  shown_id: string | null
  post: GiftPost
  onChoose: (voucher: DeskVoucher) => void
}

/** The vouchers of a person who has several. */
export const FoundVouchers = ({ vouchers, shown_id, post, onChoose }: FoundVouchersProps) => (
  <FoundList
    title="Vales-brinde desta pessoa"
    shown_id={shown_id}
    options={vouchers.map((voucher) => ({
      id: voucher.voucher_id,
      title: giftName(voucher.gift),
      lines: [placeOf(voucher, post), `Vale até ${formatInstant(voucher.expires_at)}`],
      onChoose: () => onChoose(voucher),
    }))}
  />
)

/** Where a voucher can be picked up, relative to this desk. */
const placeOf = ({ campaign_id, campaign_title, pickup_point }: DeskVoucher, post: GiftPost): string => {
  if (campaign_id !== post.campaign.campaign_id) return `${campaign_title} · ${pickup_point.name}`
  return pickup_point.pickup_point_id === post.point.pickup_point_id
    ? 'Retirada aqui'
    : `Retirada em ${pickup_point.name}`
}
