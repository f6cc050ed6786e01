import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { ForwardLink } from '../../parts/forward-link/forward-link.tsx'
import { paths } from '../../platform/navigation/paths.ts'

/** What the person agrees to by confirming a participation; nothing if the campaign has no regulation. */
export function RegulationLink({ campaign: { regulation_version, slug } }: { campaign: CampaignPage }) {
  if (regulation_version === null) return null
  const search = new URLSearchParams({ version: regulation_version, scope: slug }).toString()
  return (
    <ForwardLink
      href={`${paths.document('promotion_regulation')}?${search}`}
      title="Regulamento da promoção"
      text="Ao confirmar, você concorda com ele."
    />
  )
}
