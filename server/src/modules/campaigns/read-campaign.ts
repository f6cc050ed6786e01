import type { CampaignCard, CampaignPage, StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import { isPublic, type Campaign } from './campaign.ts'
import { findCampaignBySlug, listAll, listInStates } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { reasonInWords, reasonsAgainst } from './eligibility.ts'
import { listSigningFaults } from './list-signing-faults.ts'
import { countParticipations } from './transaction-store.ts'

/** What is on and what is coming, the soonest to end first; a paused campaign is neither. */
export const listCampaigns = async (deps: CampaignDeps): Promise<CampaignCard[]> => {
  const now = deps.clock()
  const running = await listInStates(deps.db, ['scheduled', 'active'])
  return running.map((campaign) => cardOf(campaign, now)).filter(({ state }) => state !== 'ended')
}

/** Campaigns that wait for the second signature. */
export const listForReview = async (deps: CampaignDeps): Promise<StaffCampaign[]> =>
  staffViewsOf(deps, await listInStates(deps.db, ['in_review']))

/** Every campaign, for staff. */
export const listForStaff = async (deps: CampaignDeps): Promise<StaffCampaign[]> =>
  staffViewsOf(deps, await listAll(deps.db))

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
const cardOf = (campaign: Campaign, now: Date): CampaignCard => ({
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

/** Campaigns as staff see them; those without a signature with what they still need for it. */
export const staffViewsOf = async (
  deps: CampaignDeps,
  campaigns: readonly Campaign[],
): Promise<StaffCampaign[]> => {
  const now = deps.clock()
  const unsigned = campaigns.filter(({ state }) => state === 'draft' || state === 'in_review')
  const faults = await listSigningFaults(deps, deps.db, unsigned, now)
  return campaigns.map((campaign) => ({
    ...staffViewOf(campaign, now),
    missing: [...(faults.get(campaign.id) ?? [])],
    is_kind_built: deps.promotions[campaign.kind] !== null,
  }))
}

const staffViewOf = (campaign: Campaign, now: Date): Omit<StaffCampaign, 'missing' | 'is_kind_built'> => ({
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
