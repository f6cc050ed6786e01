import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { formatLimits } from './amount.ts'
import { isIdentified, useSession } from '../../../platform/session/session-store.ts'
import { offerOf, usePartners } from './use-partners.ts'

/** The partner, and how many of its points can be exchanged; empty for visitors and until loaded. */
export function PartnerFacts({ campaign: { campaign_id, eligibility } }: { campaign: CampaignPage }) {
  // The page is public: a session that it has not checked yet is known only by the eligibility in the response.
  const isWithoutPassword = isIdentified(useSession())
  const { data } = usePartners({ enabled: eligibility !== null && !isWithoutPassword })
  const found = offerOf(data, campaign_id)
  if (!found) return null
  const { partner, offer } = found
  const { limit_per_day } = offer
  return (
    <>
      <dt>Programa parceiro</dt>
      <dd>{partner.name}</dd>
      <dt>Pontos por resgate</dt>
      <dd className="figures">{formatLimits(offer)}</dd>
      {limit_per_day !== null && (
        <>
          <dt>Resgates por dia</dt>
          <dd className="figures">Até {limit_per_day.toLocaleString('pt-BR')}</dd>
        </>
      )}
    </>
  )
}
