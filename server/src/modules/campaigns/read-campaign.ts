import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import type { CampaignCard, CampaignPage, StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { createMicroBatch } from '../../db/batching.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findPeople } from '../identity/index.ts'
import { isPublic, runningStates, type Campaign } from './campaign.ts'
import { findCampaignBySlug, listAll, listInStates } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { describeReason, ineligibilityReasons, type Person } from './eligibility.ts'
import { canWaiveCertificate, listApprovalErrors } from './list-approval-errors.ts'
import { listWithReturnedChange } from './regulation-store.ts'
import { countParticipationsOf } from './transaction-store.ts'

const refuse = refusalsOf(readCampaignCall)

/**
 * Active campaigns, then those in which nothing is available now; each soonest end first. Paused ones are excluded.
 */
export const listCampaigns = async (deps: CampaignDeps): Promise<CampaignCard[]> => {
  const now = deps.clock()
  const running = await listInStates(deps.db, ['scheduled', 'active'])
  const cards = running.map((campaign) => cardOf(campaign, now)).filter(({ state }) => state !== 'ended')
  const active = cards.filter(({ state }) => state === 'active')
  const ids = await listAvailable(deps, active, now)
  const available = active.filter(({ campaign_id }) => ids.has(campaign_id))
  return [...available, ...cards.filter((card) => !available.includes(card))]
}

const listAvailable = async (
  { db, promotions }: CampaignDeps,
  campaigns: readonly CampaignCard[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const kinds = Map.groupBy(campaigns, ({ kind }) => kind)
  const found = await Promise.all(
    [...kinds].map(async ([kind, group]) => {
      const ids = group.map(({ campaign_id }) => campaign_id)
      return promotions[kind]?.listAvailable(db, ids, now) ?? ids
    }),
  )
  return new Set(found.flatMap((ids) => [...(ids ?? [])]))
}

/** Campaigns waiting for approval. */
export const listForReview = async (deps: CampaignDeps): Promise<StaffCampaign[]> =>
  staffViewsOf(deps, await listInStates(deps.db, ['in_review']))

/** Every campaign, for staff. */
export const listForStaff = async (deps: CampaignDeps): Promise<StaffCampaign[]> =>
  staffViewsOf(deps, await listAll(deps.db))

/**
 * A campaign that shoppers may see.
 * @throws {Refusal} campaigns.unknown, also for drafts and archived campaigns
 */
export const findPublicCampaign = async (
  { db }: Pick<CampaignDeps, 'db'>,
  slug: string,
): Promise<Campaign> => {
  const campaign = await findCampaignBySlug(db, slug)
  if (!campaign || !isPublic(campaign)) throw refuse('campaigns.unknown')
  return campaign
}

/** One campaign as people without a session see it. */
export const campaignPageOf = (campaign: Campaign, now: Date): CampaignPage => {
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
    eligibility: null,
  }
}

/** One campaign with the signed-in customer's eligibility; customers who read at the same time share the statements. */
export const createReadOwnCampaign = (
  deps: CampaignDeps,
): ((campaign: Campaign, customer_id: string) => Promise<CampaignPage>) => {
  const findStanding = createMicroBatch((keys: readonly StandingKey[]) => findStandings(deps, keys), {
    identify: identifyStanding,
  })
  return async (campaign, customer_id) => {
    const standing = await findStanding({ campaign_id: campaign.id, customer_id })
    if (!standing) throw refuse('session.required')
    const now = deps.clock()
    const reasons = ineligibilityReasons({ campaign, ...standing, now, time_zone: deps.time_zone }).map(
      describeReason,
    )
    return { ...campaignPageOf(campaign, now), eligibility: { eligible: reasons.length === 0, reasons } }
  }
}

type StandingKey = { readonly campaign_id: string; readonly customer_id: string }

const identifyStanding = ({ campaign_id, customer_id }: StandingKey): string =>
  `${campaign_id} ${customer_id}`

/** Customers with the number of their participations that count toward the campaign's limit. */
const findStandings = async (
  { db, clock }: Pick<CampaignDeps, 'db' | 'clock'>,
  keys: readonly StandingKey[],
): Promise<ReadonlyMap<unknown, { person: Person; counted: number }>> => {
  const people = await findPeople(
    db,
    keys.map(({ customer_id }) => customer_id),
  )
  const found = await Promise.all(
    [...Map.groupBy(keys, ({ campaign_id }) => campaign_id)].map(async ([campaign_id, group]) => {
      const customer_ids = group.map(({ customer_id }) => customer_id)
      const counts = await countParticipationsOf(db, { customer_ids, campaign_id, now: clock() })
      return group.flatMap((key) => {
        const person = people.get(key.customer_id)
        return person && person.account_status !== 'anonymized'
          ? [[identifyStanding(key), { person, counted: counts.get(key.customer_id) ?? 0 }] as const]
          : []
      })
    }),
  )
  return new Map(found.flat())
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
  ends_at: (campaign.ended_at ?? campaign.ends_at).toISOString(),
  stock:
    campaign.stock_total === null
      ? null
      : { total: campaign.stock_total, remaining: campaign.stock_total - campaign.stock_taken },
})

/** Campaigns as staff see them; unapproved ones with their validation errors and warnings. */
export const staffViewsOf = async (
  deps: CampaignDeps,
  campaigns: readonly Campaign[],
): Promise<StaffCampaign[]> => {
  const now = deps.clock()
  const unapproved = campaigns.filter(({ state }) => state === 'draft' || state === 'in_review')
  const errors = await listApprovalErrors(deps, deps.db, unapproved, now)
  const warnings = await listApprovalWarnings(deps, unapproved)
  const running = campaigns.filter(({ state }) => runningStates.includes(state))
  const returned = await listWithReturnedChange(
    deps.db,
    running.map(({ id }) => id),
  )
  const names = await deps.namesOfStaff(
    deps.db,
    campaigns.flatMap(({ edited_by }) => edited_by),
  )
  return campaigns.map((campaign) => ({
    ...staffViewOf(campaign, now),
    authors: campaign.edited_by.map((id) => names.get(id)?.name ?? 'Alguém da equipe'),
    warnings: [...(warnings.get(campaign.id) ?? [])],
    missing: [...(errors.get(campaign.id) ?? [])],
    has_returned_change: returned.has(campaign.id),
    can_waive_certificate: unapproved.includes(campaign) && canWaiveCertificate(deps, campaign),
    is_kind_built: deps.promotions[campaign.kind] !== null,
  }))
}

const listApprovalWarnings = async (
  { db, promotions }: CampaignDeps,
  campaigns: readonly Campaign[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const kinds = Map.groupBy(campaigns, ({ kind }) => kind)
  const found = await Promise.all(
    [...kinds].map(async ([kind, group]) => {
      const ids = group.map(({ id }) => id)
      return promotions[kind]?.approvalWarnings(db, ids)
    }),
  )
  return new Map(found.flatMap((warnings) => [...(warnings ?? [])]))
}

type StoredView = Omit<
  StaffCampaign,
  'missing' | 'warnings' | 'authors' | 'has_returned_change' | 'is_kind_built' | 'can_waive_certificate'
>

const staffViewOf = (campaign: Campaign, now: Date): StoredView => ({
  ...cardOf(campaign, now),
  ends_at: campaign.ends_at.toISOString(),
  ended_at: campaign.ended_at?.toISOString() ?? null,
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
  revision: campaign.revision,
  edited_by: campaign.edited_by,
  certificate_waiver: campaign.certificate_waiver,
  review_note: campaign.review_note,
  approved_by: campaign.approved_by,
})
