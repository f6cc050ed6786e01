import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { Db } from '../../db/database.ts'
import { listPublishedVersions } from '../consent/index.ts'
import { signingFaults, type Campaign, type DocumentStanding } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'

/**
 * What speaks against the signature of each campaign, by its id: the law, its documents, and what its kind asks of its
 * settings. One statement for all of them.
 */
export const listSigningFaults = async (
  deps: Pick<CampaignDeps, 'promotions'>,
  db: Db,
  campaigns: readonly Campaign[],
  now: Date,
): Promise<ReadonlyMap<string, readonly FieldError[]>> => {
  const published = await listPublishedVersions(
    db,
    campaigns.map(({ slug }) => slug),
  )
  const findIn = (kind: string, scope: string, version: string | null): DocumentStanding => {
    const versions = published.filter((one) => one.kind === kind && one.scope === scope)
    const current = versions.find(({ state }) => state === 'active')?.version ?? null
    if (version === null) return { at: 'none' }
    if (version === current) return { at: 'in_force' }
    return versions.some((one) => one.version === version)
      ? { at: 'outdated', current }
      : { at: 'unpublished' }
  }
  return new Map(
    campaigns.map((campaign) => {
      const { id, slug, kind, settings, regulation_version, terms_version } = campaign
      const documents = {
        regulation: findIn('promotion_regulation', slug, regulation_version),
        terms: findIn('promotion_terms', slug, terms_version),
      }
      const ofKind = deps.promotions[kind]?.settingsFaults(settings) ?? []
      return [
        id,
        [
          ...signingFaults(campaign, documents, now),
          ...ofKind.map(({ path, message }) => ({ path: `settings.${path}`, message })),
        ],
      ]
    }),
  )
}
