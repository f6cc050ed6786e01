import { sql, type ColumnType, type Generated, type GeneratedAlways } from 'kysely'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { spendRuleOf, type SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import {
  promotionKindProperties,
  promotionKinds,
  type PromotionKind,
} from '@clube/contract/kernel/promotion-kinds.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  closedRefusal,
  runningStates,
  type Campaign,
  type CampaignPlan,
  type ClosedRefusal,
} from './campaign.ts'

type Json<Value> = ColumnType<Value, string, string>

type CampaignTable = Omit<
  Campaign,
  'id' | 'cd_identificador' | 'stock_taken' | 'revision' | 'audience' | 'spend_rule' | 'legal' | 'settings'
> & {
  id: Generated<string>
  cd_identificador: GeneratedAlways<number>
  stock_taken: Generated<number>
  revision: Generated<number>
  audience: Json<Campaign['audience']>
  spend_rule: ColumnType<Campaign['spend_rule'], string | null, string | null>
  legal: Json<Campaign['legal']>
  settings: Json<Campaign['settings']>
  created_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    campaign: CampaignTable
  }
}

export const campaignColumns = [
  'id',
  'cd_identificador',
  'slug',
  'kind',
  'state',
  'title',
  'summary',
  'description',
  'starts_at',
  'ends_at',
  'redeem_until',
  'audience',
  'spend_rule',
  'stock_total',
  'stock_taken',
  'limit_per_customer',
  'legal',
  'regulation_version',
  'terms_version',
  'settings',
  'edited_by',
  'approved_by',
  'paused_at',
  'ended_at',
  'certificate_waiver',
  'review_note',
  'updated_at',
  'revision',
] as const

const planValues = (plan: CampaignPlan) => ({
  ...plan,
  audience: JSON.stringify(plan.audience),
  spend_rule: plan.spend_rule === null ? null : JSON.stringify(plan.spend_rule),
  legal: JSON.stringify(plan.legal),
  settings: JSON.stringify(plan.settings),
})

export const findCampaign = (db: Db, id: string): Promise<Campaign | undefined> =>
  db.selectFrom('campaign').select(campaignColumns).where('id', '=', id).executeTakeFirst()

export const findCampaignBySlug = (db: Db, slug: string): Promise<Campaign | undefined> =>
  db.selectFrom('campaign').select(campaignColumns).where('slug', '=', slug).executeTakeFirst()

/** Campaign data that a promotion needs. */
export type CampaignFacts = Pick<
  Campaign,
  | 'id'
  | 'cd_identificador'
  | 'kind'
  | 'state'
  | 'slug'
  | 'title'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'redeem_until'
  | 'spend_rule'
  | 'paused_at'
  | 'stock_total'
>

const factColumns = [
  'id',
  'cd_identificador',
  'kind',
  'state',
  'slug',
  'title',
  'starts_at',
  'ends_at',
  'ended_at',
  'redeem_until',
  'spend_rule',
  'paused_at',
  'stock_total',
] as const

/** Which of these ids occur in the settings of a campaign, or in a draft as it was typed. */
export const findIdsInSettings = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::text[]) as searched (id)
    where exists (select from campaign where position(searched.id in settings::text) > 0)
      or exists (select from campaign_draft where position(searched.id in fields::text) > 0)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Campaign data by id; unknown ids are omitted. */
export const findCampaignFacts = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CampaignFacts>> => {
  const rows = await db
    .selectFrom('campaign')
    .select(factColumns)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * For each campaign with one of these slugs, the regulation version that it follows or followed; null before it
 * is approved.
 */
export const listFollowedVersions = async (
  db: Db,
  slugs: readonly string[],
): Promise<{ kind: string; scope: string; version: string | null; is_running: boolean }[]> => {
  const rows = await db
    .selectFrom('campaign')
    .select(['slug', 'state', 'regulation_version'])
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
  const kind = 'promotion_regulation'
  return rows.flatMap(({ slug: scope, state, regulation_version }) => {
    const isApproved = state !== 'draft' && state !== 'in_review'
    const version = isApproved ? regulation_version : null
    if (isApproved && version === null) return []
    return [{ kind, scope, version, is_running: !isApproved || runningStates.includes(state) }]
  })
}

const receiptKinds = promotionKinds.filter((kind) => promotionKindProperties[kind].uses_receipts)

/** Approved campaigns that require receipts and are not archived; earlier versions stored a rule for every kind. */
export const listSpendCampaigns = async (
  db: Db,
): Promise<
  (Pick<
    Campaign,
    'id' | 'kind' | 'slug' | 'title' | 'audience' | 'starts_at' | 'ends_at' | 'redeem_until'
  > & {
    spend_rule: SpendRule
  })[]
> => {
  const rows = await db
    .selectFrom('campaign')
    .select([
      'id',
      'kind',
      'slug',
      'title',
      'audience',
      'starts_at',
      'ends_at',
      'ended_at',
      'redeem_until',
      'spend_rule',
    ])
    .where('spend_rule', 'is not', null)
    .where('kind', 'in', receiptKinds)
    .where('state', 'in', ['scheduled', 'active', 'paused', 'ended'])
    .execute()
  return rows.map(({ ended_at, ...row }) => ({
    ...row,
    ends_at: ended_at ?? row.ends_at,
    spend_rule: spendRuleOf(row.spend_rule),
  }))
}

/** The settings of a campaign as stored. */
export const findSettings = async (db: Db, id: string): Promise<Campaign['settings'] | undefined> =>
  (await db.selectFrom('campaign').select('settings').where('id', '=', id).executeTakeFirst())?.settings

/**
 * Why no participation can be completed in a campaign now; null while it is active. For decisions under a lock on a
 * kind's own rows: the campaign may have been paused or ended between the check of the participations and that lock.
 */
export const findCampaignRefusal = async (
  db: Db,
  input: {
    campaign_id: string
    /** False for an outcome without a price in receipts, which cannot be redeemed after the campaign's end. */
    uses_credit?: boolean
    now: Date
    time_zone: TimeZone
  },
): Promise<ClosedRefusal | null> => {
  const { campaign_id, uses_credit = true, now, time_zone } = input
  const campaign = (await findCampaignFacts(db, [campaign_id])).get(campaign_id)
  if (!campaign) throw new Error('The participation has no campaign')
  return closedRefusal(uses_credit ? campaign : { ...campaign, spend_rule: null }, now, time_zone)
}

/** Campaigns of a kind that are not archived, latest end first. */
export const listCampaignsOfKind = (db: Db, kind: PromotionKind): Promise<CampaignFacts[]> =>
  db
    .selectFrom('campaign')
    .select(factColumns)
    .where('kind', '=', kind)
    .where('state', '<>', 'archived')
    .orderBy('ends_at', 'desc')
    .execute()

/**
 * Locked until the transaction ends, so that its state cannot change concurrently. Foreign keys to it can still be
 * checked: a transaction that has locked a session may check one while a resumption holds this lock and waits for the
 * session.
 */
export const lockCampaign = (tx: Tx, id: string): Promise<Campaign | undefined> =>
  tx.selectFrom('campaign').select(campaignColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Campaigns whose stored state is one of these, soonest end first. */
export const listInStates = (db: Db, states: readonly CampaignState[]): Promise<Campaign[]> =>
  db
    .selectFrom('campaign')
    .select(campaignColumns)
    .where('state', 'in', states)
    .orderBy('ends_at')
    .orderBy('id')
    .execute()

/** The number of campaigns of the kinds that wait for this staff member's second signature, up to `limit`. */
export const countInReview = async (
  db: Db,
  { kinds, staff_id, limit }: { kinds: readonly PromotionKind[]; staff_id: string; limit: number },
): Promise<number> =>
  (
    await db
      .selectFrom('campaign')
      .select('id')
      .where('state', '=', 'in_review')
      .where('kind', 'in', kinds)
      .where(sql<boolean>`${staff_id} <> all (edited_by)`)
      .limit(limit)
      .execute()
  ).length

/** Every campaign, most recently changed first. */
export const listAll = (db: Db): Promise<Campaign[]> =>
  db
    .selectFrom('campaign')
    .select(campaignColumns)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** @returns the draft, or null when the slug is taken */
export const insertCampaign = async (
  db: Db,
  input: { slug: string; kind: PromotionKind; plan: CampaignPlan; edited_by: string[]; now: Date },
): Promise<Campaign | null> => {
  const row = await db
    .insertInto('campaign')
    .values({
      ...planValues(input.plan),
      slug: input.slug,
      kind: input.kind,
      state: 'draft',
      edited_by: input.edited_by,
      approved_by: null,
      paused_at: null,
      ended_at: null,
      review_note: null,
      created_at: input.now,
      updated_at: input.now,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(campaignColumns)
    .executeTakeFirst()
  return row ?? null
}

/** The row is locked. @returns the changed draft, or null when it is no longer a draft or has another revision */
export const updatePlan = async (
  db: Db,
  input: { id: string; revision: number; plan: CampaignPlan; edited_by: string[]; now: Date },
): Promise<Campaign | null> => {
  const row = await db
    .updateTable('campaign')
    .set({ ...planValues(input.plan), updated_at: input.now })
    .set({ revision: sql<number>`revision + 1`, edited_by: input.edited_by })
    .where('id', '=', input.id)
    .where('state', '=', 'draft')
    .where('revision', '=', input.revision)
    .returning(campaignColumns)
    .executeTakeFirst()
  return row ?? null
}
