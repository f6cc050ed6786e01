import { newProjectSettings, type NewProjectSettings } from '@clube/contract/new-project/settings.ts'
import { readProjectOfferCall, type ProjectOffer } from '@clube/contract/new-project/calls.ts'
import { registrationRefusals } from '@clube/contract/new-project/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findCampaignFacts, readSettings, type Promotion } from '../campaigns/index.ts'
import type { Actor } from '../sessions/index.ts'
import { findBrand, findBrands, type Brand } from './brands/brand-store.ts'
import { findAudienceExclusion, findLimitExclusion } from './exclusion.ts'

const unapprovedStates: ReadonlySet<string> = new Set(['draft', 'in_review'])

/** The settings of an approved campaign of the kind. */
export const findProjectSettings = async (
  db: Db,
  campaign_id: string,
): Promise<NewProjectSettings | null> => {
  const facts = (await findCampaignFacts(db, [campaign_id])).get(campaign_id)
  if (facts?.kind !== 'new_project' || unapprovedStates.has(facts.state)) return null
  return readSettings(db, campaign_id, newProjectSettings)
}

/**
 * What everyone must know before registering, and its brand.
 * @throws {Refusal} campaigns.unknown before the approval
 */
export const findOffer = async (
  db: Db,
  campaign_id: string,
): Promise<{ offer: ProjectOffer; brand: Brand }> => {
  const settings = await findProjectSettings(db, campaign_id)
  const brand = settings && (await findBrand(db, settings.brand_id))
  if (!settings || !brand) throw refusalsOf(readProjectOfferCall)('campaigns.unknown')
  const { slug, rules } = brand
  const offer = {
    campaign_id,
    brand_slug: slug,
    brand_name: rules.name,
    purchase_format: rules.purchase_format,
    purchase_example: rules.purchase_example,
    registration_format: rules.registration_format,
    registration_example: rules.registration_example,
    audience: rules.audience,
    limit_per_customer: rules.limit_per_customer,
    points: settings.points,
    answer_days: settings.answer_days,
    exclusion: null,
  }
  return { offer, brand }
}

/**
 * The offer with the reason why the actor cannot register. A passwordless session, which anyone who knows the document can
 * open, is not told how many projects the person has.
 */
export const withExclusion = async (
  db: Db,
  input: { offer: ProjectOffer; brand: Brand; actor: Actor },
): Promise<ProjectOffer> => {
  const { offer, brand, actor } = input
  const { customer_id, identified_session_id } = actor
  const exclusion =
    (await findAudienceExclusion(db, { customer_id, brand })) ??
    (identified_session_id === null ? await findLimitExclusion(db, { customer_id, brand }) : null)
  return {
    ...offer,
    exclusion: exclusion && fillMessage(registrationRefusals[exclusion.code].message, exclusion.values),
  }
}

/** Campaigns whose brand has no rules in force. Settings that do not match the schema have errors of their own. */
export const listBrandErrors: Promotion['referenceErrors'] = async (db, campaigns) => {
  const used = campaigns.flatMap(({ id, settings }) => {
    const { data } = z.safeParse(newProjectSettings, settings)
    return data ? [{ id, brand_id: data.brand_id }] : []
  })
  if (used.length === 0) return new Map()
  const brands = await findBrands(
    db,
    used.map(({ brand_id }) => brand_id),
  )
  return new Map(
    used
      .filter(({ brand_id }) => !brands.has(brand_id))
      .map(({ id }) => [id, [{ path: 'brand_id', message: 'Escolha uma marca com regras aprovadas' }]]),
  )
}
