import type { CampaignCard, CampaignPage, StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { isPublic, type Campaign } from './campaign.ts'
import { findCampaignBySlug, listAll, listInStates } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { reasonInWords, reasonsAgainst } from './eligibility.ts'
import { countParticipations } from './transaction-store.ts'

/** What is on and what is coming, the soonest to end first. */
export const listCampaigns = async (deps: CampaignDeps): Promise<CampaignCard[]> => {
  const now = deps.clock()
  const running = await listInStates(deps.db, ['scheduled', 'active', 'paused'])
  return running.map((campaign) => cardOf(campaign, now)).filter(({ state }) => state !== 'ended')
}

/** Campaigns that wait for the second signature. */
export const listForReview = (deps: CampaignDeps): Promise<Campaign[]> => listInStates(deps.db, ['in_review'])

/** Every campaign, for staff. */
export const listForStaff = (deps: CampaignDeps): Promise<Campaign[]> => listAll(deps.db)

/**
 * One campaign as shoppers read it, with what speaks against the signed-in person taking part.
 * @throws {Refusal} campaigns.unknown, also for drafts and archived campaigns
 */
export const readCampaign = async (
  deps: CampaignDeps,
  input: { slug: string; customer_id: string | null },
): Promise<CampaignPage> => {
  const now = deps.clock()
  const campaign = await findCampaignBySlug(deps.db, input.slug)
  if (!campaign || !isPublic(campaign)) throw new Refusal('campaigns.unknown')
  const { description, audience, spend_rule, limit_per_customer, legal } = campaign
  return {
    ...cardOf(campaign, now),
    description,
    redeem_until: campaign.redeem_until?.toISOString() ?? null,
    audience,
    spend_rule,
    limit_per_customer,
    legal,
    regulation_version: campaign.regulation_version,
    terms_version: campaign.terms_version,
    eligibility:
      input.customer_id === null ? null : await eligibilityOf(deps, campaign, input.customer_id, now),
  }
}

const eligibilityOf = async (deps: CampaignDeps, campaign: Campaign, customer_id: string, now: Date) => {
  const person = await findCustomer(deps.db, customer_id)
  if (!person) throw new Refusal('session.required')
  const counted = await countParticipations(deps.db, { customer_id, campaign_id: campaign.id })
  const reasons = reasonsAgainst({ campaign, person, counted, now }).map(reasonInWords)
  return { eligible: reasons.length === 0, reasons }
}

/** A campaign in a list. */
export const cardOf = (campaign: Campaign, now: Date): CampaignCard => ({
  campaign_id: campaign.id,
  cd_identificador: campaign.cd_identificador,
  slug: campaign.slug,
  kind: campaign.kind,
  title: campaign.title,
  summary: campaign.summary,
  state: campaignStateAt(campaign, now),
  starts_at: campaign.starts_at.toISOString(),
  ends_at: campaign.ends_at.toISOString(),
  stock:
    campaign.stock_total === null
      ? null
      : { total: campaign.stock_total, remaining: campaign.stock_total - campaign.stock_taken },
})

/** A campaign as staff see it. */
export const staffViewOf = (campaign: Campaign, now: Date): StaffCampaign => ({
  ...cardOf(campaign, now),
  description: campaign.description,
  redeem_until: campaign.redeem_until?.toISOString() ?? null,
  audience: campaign.audience,
  spend_rule: campaign.spend_rule,
  stock_total: campaign.stock_total,
  limit_per_customer: campaign.limit_per_customer,
  legal: campaign.legal,
  regulation_version: campaign.regulation_version,
  terms_version: campaign.terms_version,
  settings: campaign.settings,
  updated_at: campaign.updated_at.toISOString(),
  edited_by: campaign.edited_by,
  review_note: campaign.review_note,
  approved_by: campaign.approved_by,
})
