import { paths, type ServiceSubject } from '../platform/navigation/paths.ts'
import { LinkButton } from './link-button.tsx'

type HelpSubject = {
  about: ServiceSubject
  /** Id of the receipt, participation or promotion. */
  id: string
}

/** The participation, or its promotion: older servers, and copies on this device, do not name the participation. */
export const participationSubject = ({
  transaction_id,
  campaign_id,
}: {
  transaction_id?: string | undefined
  campaign_id: string
}): HelpSubject =>
  transaction_id === undefined
    ? { about: 'promocao', id: campaign_id }
    : { about: 'participacao', id: transaction_id }

type HelpLinkProps = HelpSubject & {
  /** What it is about, for screen readers: "nota da Livraria". */
  subject: string
}

/** Opens a new ticket of customer service about something of the person's. */
export const HelpLink = ({ about, id, subject }: HelpLinkProps) => (
  <LinkButton
    href={paths.newServiceTicketAbout(about, id)}
    variant="quiet"
    compact
    aria-label={`Preciso de ajuda: ${subject}`}
  >
    Preciso de ajuda
  </LinkButton>
)
