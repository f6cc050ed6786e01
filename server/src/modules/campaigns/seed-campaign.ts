import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { publishDocument } from '../consent/index.ts'
import type { Campaign, CampaignPlan } from './campaign.ts'
import { changeCampaign } from './change-campaign.ts'
import type { CampaignDeps } from './deps.ts'
import { createCampaign } from './edit-campaign.ts'

/** Demonstration data: a campaign with its regulation. */
export type CampaignSeed = {
  slug: string
  kind: PromotionKind
  plan: Omit<CampaignPlan, 'regulation_version' | 'terms_version'>
  regulation_html: string
}

/**
 * Publishes the regulation and creates the campaign as staff would: approved by a second person when its kind is
 * implemented, otherwise waiting for approval.
 */
export const seedCampaign = async (
  deps: CampaignDeps,
  seed: CampaignSeed,
  people: { author_id: string; approver_id: string },
): Promise<Campaign> => {
  const { slug, kind, regulation_html: html } = seed
  const version = '1.0'
  const regulation = { kind: 'promotion_regulation', scope: slug, version, html, now: deps.clock() }
  await publishDocument(deps.db, regulation)
  const plan = { ...seed.plan, regulation_version: version, terms_version: null }
  const staff_id = people.author_id
  const { id: campaign_id } = await createCampaign(deps, { slug, kind, plan, staff_id })
  const submitted = await changeCampaign(deps, { campaign_id, event: 'submit', staff_id })
  if (deps.promotions[kind] === null) return submitted
  const { revision } = submitted
  return changeCampaign(deps, { campaign_id, event: 'approve', revision, staff_id: people.approver_id })
}
