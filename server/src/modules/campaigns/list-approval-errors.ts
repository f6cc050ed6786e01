import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db } from '../../db/database.ts'
import { listPublishedVersions } from '../consent/index.ts'
import { listWithDraft } from './campaign-draft-store.ts'
import { approvalErrors, type Campaign, type DocumentStatus } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'

/** Whether approving a campaign means deciding that it needs no certificate, although its kind does. */
export const canWaiveCertificate = (
  { promotions }: Pick<CampaignDeps, 'promotions'>,
  { kind, legal, settings }: Pick<Campaign, 'kind' | 'legal' | 'settings'>,
): boolean =>
  promotionKindProperties[kind].needs_certificate &&
  legal.certificate_number === null &&
  promotions[kind]?.canWaiveCertificate(settings) === true

/**
 * Validation errors that prevent approving each campaign, by id: incomplete changes, legal requirements, documents, and
 * its kind's settings. The number of statements does not depend on the number of campaigns.
 */
export const listApprovalErrors = async (
  deps: Pick<CampaignDeps, 'promotions'>,
  db: Db,
  campaigns: readonly Campaign[],
  now: Date,
): Promise<ReadonlyMap<string, readonly FieldError[]>> => {
  const published = await listPublishedVersions(
    db,
    campaigns.map(({ slug }) => slug),
  )
  const withDraft = await listWithDraft(
    db,
    campaigns.map(({ id }) => id),
  )
  const references = await listReferenceErrors(deps, db, campaigns)
  const statusOf = (kind: string, scope: string, version: string | null): DocumentStatus => {
    const versions = published.filter((document) => document.kind === kind && document.scope === scope)
    const current = versions.find(({ state }) => state === 'active')?.version ?? null
    if (version === null) return { kind: 'none' }
    if (version === current) return { kind: 'in_force' }
    return versions.some((document) => document.version === version)
      ? { kind: 'outdated', current }
      : { kind: 'unpublished' }
  }
  return new Map(
    campaigns.map((campaign) => {
      const { id, slug, kind, regulation_version, terms_version } = campaign
      const documents = {
        regulation: statusOf('promotion_regulation', slug, regulation_version),
        terms: statusOf('promotion_terms', slug, terms_version),
      }
      const kindErrors = [
        ...(deps.promotions[kind]?.settingsErrors(campaign) ?? []),
        ...(references.get(id) ?? []),
      ]
      return [
        id,
        [
          ...(withDraft.has(id) ? [incompleteChanges] : []),
          ...approvalErrors(campaign, documents, canWaiveCertificate(deps, campaign), now),
          ...kindErrors.map(({ path, message }) => ({
            path: path === '' ? 'settings' : `settings.${path}`,
            message,
          })),
        ],
      ]
    }),
  )
}

/** Reference errors of every kind, by id of the campaign. */
const listReferenceErrors = async (
  { promotions }: Pick<CampaignDeps, 'promotions'>,
  db: Db,
  campaigns: readonly Campaign[],
): Promise<ReadonlyMap<string, readonly FieldError[]>> => {
  const found = new Map<string, readonly FieldError[]>()
  for (const [kind, group] of Map.groupBy(campaigns, (campaign) => campaign.kind))
    for (const [id, errors] of (await promotions[kind]?.referenceErrors(db, group)) ?? [])
      found.set(id, errors)
  return found
}

const incompleteChanges: FieldError = {
  path: 'draft',
  message: 'Há mudanças incompletas. Complete ou descarte o que foi começado.',
}
