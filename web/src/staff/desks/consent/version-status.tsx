import { Link } from 'wouter'
import { staffListCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listRegulationChangesCall } from '@clube/contract/campaigns/regulation-calls.ts'
import type { PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'

/**
 * A version that awaits its signature. A draft promotion's version is signed with its plan; an approved promotion's
 * version must first be proposed on the promotion's page.
 */
export function PendingVersion({ scope, version }: PublishedVersion) {
  const campaigns = useCallQuery(['campaigns', 'all'], (send, signal) =>
    send(staffListCampaignsCall, { signal }),
  )
  const approved = campaigns.data?.find(
    ({ slug, state }) =>
      slug === scope && (state === 'scheduled' || state === 'active' || state === 'paused'),
  )
  const campaign_id = approved?.campaign_id ?? ''
  const changes = useCallQuery(
    ['campaigns', 'regulation', campaign_id],
    (send, signal) => send(listRegulationChangesCall, { query: { campaign_id }, signal }),
    { enabled: approved !== undefined },
  )
  const isUnproposed =
    changes.data && !changes.data.some((each) => each.state === 'proposed' && each.version === version)
  if (!isUnproposed) return <Chip tone="warn">Espera a assinatura</Chip>
  return (
    <>
      <Chip tone="warn">Falta propor</Chip>{' '}
      <Link href={staffPaths.campaign(campaign_id)}>Propor a versão {version}</Link>
    </>
  )
}
