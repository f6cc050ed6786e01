import { paths, type ServiceSubject } from '../platform/navigation/paths.ts'
import { LinkButton } from './link-button.tsx'

type HelpLinkProps = {
  about: ServiceSubject
  /** Id of the receipt, participation or promotion. */
  id: string
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
