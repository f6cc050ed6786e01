import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { audienceLabel } from '@clube/contract/new-project/brand.ts'
import { Link } from 'wouter'
import { projectPaths } from './project-paths.ts'
import { useProjectOffer } from './use-projects.ts'

/** The brand, what an approved project is worth, and the person's own projects; empty until loaded. */
export function ProjectFacts({ campaign: { campaign_id } }: { campaign: CampaignPage }) {
  const { data } = useProjectOffer(campaign_id)
  if (!data) return null
  const { brand_name, answer_days, points, audience } = data
  return (
    <>
      <dt>Marca</dt>
      <dd>
        {brand_name}, com resposta em até {answer_days === 1 ? '1 dia' : `${answer_days} dias`}
      </dd>
      <dt>Quem cadastra</dt>
      <dd>Pessoas com {audienceLabel(audience).replace(' e ', ' ou ')}</dd>
      {points !== null && (
        <>
          <dt>Projeto aprovado</dt>
          <dd>{formatPoints(points)}</dd>
        </>
      )}
      <dt>Acompanhe</dt>
      <dd>
        <Link href={projectPaths.mine}>Meus projetos</Link>
      </dd>
    </>
  )
}
