import { Section } from '../../../kit/page/section.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { CampaignCards } from '../../promotions/campaign-card.tsx'

/** Number of promotions on the home; a link leads to the others. */
const maxShown = 2

/** The first promotions of the club and a link to all of them. */
export function WhatsOn() {
  const { data: campaigns = [], isSuccess } = useCampaigns()
  return (
    <Section title="Promoções">
      {campaigns.length > 0 && <CampaignCards campaigns={campaigns.slice(0, maxShown)} level="h3" />}
      {isSuccess && campaigns.length === 0 && <p className="soft">Nenhuma promoção no momento.</p>}
      <ForwardLink href={paths.promotions} title="Ver todas as promoções" />
    </Section>
  )
}
