import type { SavedRating } from '@clube/contract/ratings/calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'

/** Where a dissatisfied person gets help with a purchase: the service desk, and what to say there. */
export function ServiceOffer({ purchase }: { purchase: SavedRating }) {
  const { text, phone } = useClub().service_desk
  return (
    <Notice>
      <div className="tight">
        <p>
          <strong>Quer resolver agora?</strong> Fale com o atendimento sobre a compra de{' '}
          {formatDay(purchase.issued_on)} na loja {purchase.shop_name}.
        </p>
        <p>{text}</p>
        {phone !== null && (
          <p>Telefone: {isKiosk() ? phone : <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}</p>
        )}
      </div>
    </Notice>
  )
}
