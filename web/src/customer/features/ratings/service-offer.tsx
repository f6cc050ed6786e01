import type { SavedRating } from '@clube/contract/ratings/calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { ServiceDeskContact } from '../../../parts/service-desk-contact.tsx'
import { paths } from '../../../platform/navigation/paths.ts'

/** Where a dissatisfied person gets help with a purchase: a ticket about it, or the service desk. */
export const ServiceOffer = ({ purchase }: { purchase: SavedRating }) => (
  <Notice>
    <div className="tight">
      <p>
        <strong>Quer resolver agora?</strong> Fale com o atendimento sobre a compra de{' '}
        {formatDay(purchase.issued_on)} na loja {purchase.shop_name}.
      </p>
      <p>
        <LinkButton
          href={paths.newServiceTicketAbout('compra', purchase.purchase_id)}
          variant="outline"
          compact
        >
          Abrir atendimento
        </LinkButton>
      </p>
      <ServiceDeskContact />
    </div>
  </Notice>
)
