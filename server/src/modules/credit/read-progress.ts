import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { progressToNextUse, usesOf } from '@clube/contract/campaigns/spend-rule.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { findById as findCustomer } from '../identity/index.ts'
import type { Actor } from '../sessions/index.ts'
import { debtOf, isAccessible, unusedCredit, type CreditCampaign, type StoredCredit } from './credit.ts'
import { countUsesOn, listAllocated, listCredit } from './credit-store.ts'
import type { CreditDeps, ReceiptFacts } from './deps.ts'
import { findMissingCredit, grantCredit, issuedFrom, listOpenCampaigns } from './move-credit.ts'

/**
 * The actor's progress in every open campaign for their type of document, ordered by end; in campaigns whose kind counts
 * receipts by day, with those of today.
 */
export const readProgress = async (deps: CreditDeps, actor: Actor): Promise<CreditProgress[]> => {
  const now = deps.clock()
  const { customer_id } = actor
  const person = await findCustomer(deps.db, customer_id)
  const campaigns = (await listOpenCampaigns(deps, deps.db, now)).filter(
    ({ audience }) => person && audience.document_types.includes(person.document_type),
  )
  if (campaigns.length === 0) return []
  const stored = await readCredit(deps, actor, campaigns, now)
  const byCampaign = Map.groupBy(stored, ({ campaign_id }) => campaign_id)
  const day = clubDayOf(now, deps.time_zone)
  return Promise.all(
    campaigns
      .toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime())
      .map(async (campaign) => ({
        ...progressOf(
          campaign,
          await issuedFrom(
            deps,
            deps.db,
            byCampaign.get(campaign.id) ?? [],
            promotionKindProperties[campaign.kind].counts_receipts_of_day ? day : undefined,
          ),
        ),
        has_ended: now >= campaign.ends_at,
        uses_left_today: await usesLeft(deps.db, campaign, { customer_id, day }),
      })),
  )
}

/** The actor's credit in open campaigns, oldest receipt first. */
const readCredit = async (
  deps: CreditDeps,
  actor: Actor,
  campaigns: readonly CreditCampaign[],
  now: Date,
): Promise<StoredCredit[]> => {
  const { customer_id } = actor
  const customer_ids = [customer_id]
  const campaign_ids = campaigns.map(({ id }) => id)
  const read = async () =>
    (await listCredit(deps.db, { customer_ids, campaign_ids })).filter((credit) =>
      isAccessible(credit, actor),
    )
  const stored = await read()
  // Rare: receipts that were approved before their campaign, and debts that other credit can now pay.
  const missing = await findMissingCredit(deps, deps.db, { customer_ids, campaigns, now })
  if (missing.length === 0 && debtOf(stored) === 0) return stored
  await inTransaction(deps.db, (tx) => grantCredit(deps, tx, { customer_id, now }))
  return read()
}

/**
 * Whether the actor's receipts of the given day and later allow one use of a campaign's rule now.
 * @returns null when the campaign has no credit that can be used
 */
export const previewUse = async (
  deps: CreditDeps,
  {
    campaign_id,
    issued_from,
    now,
    ...actor
  }: Actor & { campaign_id: string; issued_from: string; now: Date },
): Promise<{
  readonly is_met: boolean
  readonly every_cents: number
  readonly reached_cents: number
  readonly missing_cents: number
} | null> => {
  const campaign = (await listOpenCampaigns(deps, deps.db, now)).find(({ id }) => id === campaign_id)
  if (!campaign) return null
  const { spend_rule } = campaign
  const stored = await readCredit(deps, actor, [campaign], now)
  const unused = unusedCredit(spend_rule, await issuedFrom(deps, deps.db, stored, issued_from))
  const day = clubDayOf(now, deps.time_zone)
  const left = await usesLeft(deps.db, campaign, { customer_id: actor.customer_id, day })
  const isMet = usesOf(spend_rule, unused) > 0
  const { every_cents } = spend_rule
  const progress = isMet
    ? { reached_cents: every_cents, missing_cents: 0 }
    : progressToNextUse(spend_rule, unused)
  return { is_met: isMet && left !== 0, every_cents, ...progress }
}

const usesLeft = async (
  db: Db,
  { id: campaign_id, spend_rule: { limit_per_day } }: CreditCampaign,
  { customer_id, day }: { customer_id: string; day: string },
): Promise<number | null> =>
  limit_per_day === null
    ? null
    : Math.max(
        0,
        limit_per_day -
          ((await countUsesOn(db, { customer_ids: [customer_id], campaign_id, day })).get(customer_id) ?? 0),
      )

const progressOf = (
  { id: campaign_id, kind, slug, title, spend_rule }: CreditCampaign,
  stored: readonly StoredCredit[],
): Omit<CreditProgress, 'uses_left_today' | 'has_ended'> => {
  const unused = unusedCredit(spend_rule, stored)
  return {
    campaign_id,
    kind,
    slug,
    title,
    spend_rule,
    participations: usesOf(spend_rule, unused) * spend_rule.participations,
    ...progressToNextUse(spend_rule, unused),
    debt_cents: debtOf(stored),
    receipts: stored
      .filter(({ is_revoked }) => !is_revoked)
      .map(({ purchase_id, amount_cents, used_cents }) => ({
        purchase_id,
        credit_cents: amount_cents,
        used_cents,
      }))
      .toReversed(),
  }
}

/** The receipts that participations use or were opened for, by participation. */
export const describeUses = async (
  deps: Pick<CreditDeps, 'describeReceipts'>,
  db: Db,
  transactions: readonly { id: string; purchase_ids: readonly string[] }[],
): Promise<ReadonlyMap<string, readonly ReceiptFacts[]>> => {
  const allocated = Map.groupBy(
    await listAllocated(
      db,
      transactions.map(({ id }) => id),
    ),
    ({ transaction_id }) => transaction_id,
  )
  const purchases = new Map(
    transactions.map(({ id, purchase_ids }) => [
      id,
      allocated.get(id)?.map(({ purchase_id }) => purchase_id) ?? purchase_ids,
    ]),
  )
  const facts = await deps.describeReceipts(db, [...purchases.values()].flat())
  return new Map([...purchases].map(([id, ids]) => [id, ids.flatMap((each) => facts.get(each) ?? [])]))
}
