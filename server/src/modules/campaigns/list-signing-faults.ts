import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { Db } from '../../db/database.ts'
import { listPublishedVersions, type DocumentName } from '../consent/index.ts'
import { signingFaults, type Campaign } from './campaign.ts'
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
  const has = (kind: string, scope: string, version: string): boolean =>
    published.some((one) => isSame(one, { kind, scope, version }))
  return new Map(
    campaigns.map((campaign) => {
      const { id, slug, kind, settings, regulation_version, terms_version } = campaign
      const documents = {
        regulation: regulation_version !== null && has('promotion_regulation', slug, regulation_version),
        terms: terms_version === null || has('promotion_terms', slug, terms_version),
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

const isSame = (one: DocumentName, other: DocumentName): boolean =>
  one.kind === other.kind && one.scope === other.scope && one.version === other.version
