import { Link } from 'wouter'
import { staffListCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  listRegulationChangesCall,
  type RegulationChange,
} from '@clube/contract/campaigns/regulation-calls.ts'
import type { PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'

type PendingVersion = Pick<PublishedVersion, 'scope' | 'version'>

/** What a pending version waits for. */
type VersionStatus =
  | { kind: 'signature' }
  | { kind: 'proposal'; campaign_id: string }
  | { kind: 'returned'; campaign_id: string; reason: string }

const statusOf = (
  changes: readonly RegulationChange[],
  { campaign_id, version }: { campaign_id: string; version: string },
): VersionStatus => {
  const latest = changes.find((change) => change.version === version)
  if (latest?.state === 'proposed') return { kind: 'signature' }
  return latest?.is_returned
    ? { kind: 'returned', campaign_id, reason: latest.review_note ?? '' }
    : { kind: 'proposal', campaign_id }
}

/**
 * The status of a pending version. A draft campaign's version is signed with its plan; an approved campaign's version
 * must first be proposed on the campaign's page.
 */
function useVersionStatus({ scope, version }: PendingVersion): VersionStatus {
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
  return changes.data ? statusOf(changes.data, { campaign_id, version }) : { kind: 'signature' }
}

/** The status in the list of documents. */
export function VersionStatusChip(pending: PendingVersion) {
  const status = useVersionStatus(pending)
  switch (status.kind) {
    case 'signature':
      return <Chip tone="warn">Espera a assinatura</Chip>
    case 'proposal':
      return (
        <>
          <Chip tone="warn">Falta propor</Chip>{' '}
          <Link href={staffPaths.campaign(status.campaign_id)}>Propor a versão {pending.version}</Link>
        </>
      )
    case 'returned':
      return (
        <>
          <Chip tone="bad">Devolvida</Chip>{' '}
          <Link href={staffPaths.campaign(status.campaign_id)}>Corrigir e propor de novo</Link>
        </>
      )
    default:
      return status satisfies never
  }
}

/** The status above the opened document. */
export function VersionStatusNotice(pending: PendingVersion) {
  const status = useVersionStatus(pending)
  switch (status.kind) {
    case 'signature':
      return <Notice tone="warn">Espera a segunda assinatura.</Notice>
    case 'proposal':
      return (
        <Notice tone="warn">
          <p>Falta propor esta versão para a promoção.</p>
          <Link href={staffPaths.campaign(status.campaign_id)}>Propor a versão {pending.version}</Link>
        </Notice>
      )
    case 'returned':
      return (
        <Notice tone="bad">
          <p>Devolvida: {status.reason}</p>
          <Link href={staffPaths.campaign(status.campaign_id)}>Corrigir e propor de novo</Link>
        </Notice>
      )
    default:
      return status satisfies never
  }
}
