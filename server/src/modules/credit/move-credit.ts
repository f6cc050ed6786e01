import { creditCents } from '@clube/contract/campaigns/spend-rule.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import {
  countsIn,
  creditDays,
  decideUses,
  isAccessible,
  isCreditOpen,
  payDebts,
  unusedCredit,
  type CreditCampaign,
  type CreditReceipt,
  type CreditTransaction,
  type CreditUse,
  type StoredCredit,
} from './credit.ts'
import {
  countUsesOn,
  deleteAllocations,
  insertAllocations,
  insertCredit,
  listCredit,
  listDebts,
  listCreditOwners,
  lockCredit,
  moveAllocation,
  revokeCredit as saveRevocation,
  type CreditScope,
  type NewCredit,
} from './credit-store.ts'
import type { CreditDeps } from './deps.ts'

/** Campaigns whose credit can be earned or used now. */
export const listOpenCampaigns = async (
  deps: Pick<CreditDeps, 'listCampaigns'>,
  db: Db,
  now: Date,
): Promise<CreditCampaign[]> =>
  (await deps.listCampaigns(db)).filter((campaign) => isCreditOpen(campaign, now))

/** Credit not yet granted for the customers' approved receipts. */
export const findMissingCredit = async (
  deps: Pick<CreditDeps, 'listReceipts' | 'time_zone'>,
  db: Db,
  { customer_ids, campaigns, now }: Grant,
): Promise<NewCredit[]> => {
  if (campaigns.length === 0) return []
  const days = campaigns.map((campaign) => creditDays(campaign, deps.time_zone))
  const first = days.map((each) => each.first).toSorted()[0] ?? ''
  const last =
    days
      .map((each) => each.last)
      .toSorted()
      .at(-1) ?? ''
  const receipts = await deps.listReceipts(db, { customer_ids, first, last })
  const stored = await listCredit(db, scopeOf(customer_ids, campaigns))
  const known = new Set(stored.map(({ campaign_id, purchase_id }) => `${campaign_id} ${purchase_id}`))
  return campaigns.flatMap((campaign) =>
    receipts
      .filter(
        (receipt) =>
          !known.has(`${campaign.id} ${receipt.id}`) && countsIn(campaign, receipt, deps.time_zone),
      )
      .map((receipt) => newCredit(campaign, receipt, now)),
  )
}

type Grant = {
  customer_ids: readonly string[]
  campaigns: readonly CreditCampaign[]
  now: Date
}

const scopeOf = (
  customer_ids: readonly string[],
  campaigns: readonly Pick<CreditCampaign, 'id'>[],
): CreditScope => ({ customer_ids, campaign_ids: campaigns.map(({ id }) => id) })

const newCredit = (campaign: CreditCampaign, receipt: CreditReceipt, now: Date): NewCredit => ({
  purchase_id: receipt.id,
  campaign_id: campaign.id,
  customer_id: receipt.customer_id,
  identified_session_id: receipt.identified_session_id,
  amount_cents: creditCents(campaign.spend_rule, receipt),
  created_at: now,
})

/**
 * Grants credit for the customer's approved receipts in every open campaign in which they count, and pays debts.
 * Idempotent; it also covers receipts that were approved before their campaign.
 */
export const grantCredit = async (
  deps: CreditDeps,
  tx: Tx,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<void> => {
  const campaigns = await listOpenCampaigns(deps, tx, now)
  await grantIn(deps, tx, { customer_ids: [customer_id], campaigns, now })
}

/** Grants credit in open campaigns, and locks it. */
const grantIn = async (deps: CreditDeps, tx: Tx, grant: Grant): Promise<void> => {
  const { customer_ids, campaigns } = grant
  if (campaigns.length === 0) return
  await lockCredit(tx, customer_ids)
  const missing = await findMissingCredit(deps, tx, grant)
  if (missing.length > 0) await insertCredit(tx, missing)
  // Also pays with credit that became free, for instance in an exclusive campaign.
  await settleDebts(tx, customer_ids, campaigns)
}

/**
 * Pays the customers' debts in campaigns with unused credit. A debt of a passwordless session, which proves no
 * identity, is paid only by receipts of the same session.
 */
const settleDebts = async (
  tx: Tx,
  customer_ids: readonly string[],
  campaigns: readonly Pick<CreditCampaign, 'id' | 'spend_rule'>[],
): Promise<void> => {
  const debts = await listDebts(tx, scopeOf(customer_ids, campaigns))
  if (debts.length === 0) return
  const payerOf = (credit: Pick<StoredCredit, 'campaign_id' | 'customer_id' | 'identified_session_id'>) =>
    [credit.campaign_id, credit.customer_id, credit.identified_session_id].join(' ')
  const stored = Map.groupBy(await listCredit(tx, scopeOf(customer_ids, campaigns)), payerOf)
  const rules = new Map(campaigns.map(({ id, spend_rule }) => [id, spend_rule]))
  for (const [payer, owed] of Map.groupBy(debts, payerOf)) {
    const campaign_id = owed[0]?.campaign_id ?? ''
    const spend_rule = rules.get(campaign_id)
    if (!spend_rule) throw new Error('A debt belongs to a campaign that was not requested')
    for (const payment of payDebts(owed, unusedCredit(spend_rule, stored.get(payer) ?? [])))
      await moveAllocation(tx, { ...payment, campaign_id })
  }
}

/** Revokes the credit of a reversed receipt: the part that participations used becomes a debt, paid by other credit. */
export const revokeCredit = async (
  deps: CreditDeps,
  tx: Tx,
  { purchase_id, customer_id, now }: { purchase_id: string; customer_id: string; now: Date },
): Promise<void> => {
  await lockCredit(tx, [customer_id])
  const revoked = new Set(await saveRevocation(tx, { purchase_id, now }))
  if (revoked.size === 0) return
  const campaigns = (await deps.listCampaigns(tx)).filter(({ id }) => revoked.has(id))
  await settleDebts(tx, [customer_id], campaigns)
}

/**
 * Uses credit for participations of one campaign, in order and in the transaction that completes them: from the
 * receipts that each was opened for, or from the customer's oldest ones. Locks the customers' credit.
 * @returns the uses by participation; those after the last one within `limit` are absent, and use nothing
 * @throws when the campaign requires no receipts, or its credit can no longer be used
 */
export const useCredit = async (
  deps: CreditDeps,
  tx: Tx,
  input: {
    campaign_id: string
    transactions: readonly CreditTransaction[]
    /** The highest number of participations that use credit. */
    limit: number
    /** First day of purchase whose receipts can be used; without it, all. */
    issued_from?: string
    now: Date
  },
): Promise<ReadonlyMap<string, CreditUse>> => {
  const { campaign_id, transactions, limit, issued_from, now } = input
  const campaigns = await listOpenCampaigns(deps, tx, now)
  const campaign = campaigns.find(({ id }) => id === campaign_id)
  if (!campaign) throw new Error('The campaign has no credit that can be used')
  const customer_ids = [...new Set(transactions.map(({ customer_id }) => customer_id))]
  await grantIn(deps, tx, { customer_ids, campaigns, now })
  const { spend_rule } = campaign
  const used_on = clubDayOf(now, deps.time_zone)
  const { uses, allocations } = decideUses(spend_rule, {
    transactions,
    limit,
    stored: await issuedFrom(deps, tx, await listCredit(tx, scopeOf(customer_ids, [campaign])), issued_from),
    usesToday:
      spend_rule.limit_per_day === null
        ? new Map()
        : await countUsesOn(tx, { customer_ids, campaign_id, day: used_on }),
  })
  const is_exclusive = spend_rule.exclusive
  if (allocations.length > 0) await insertAllocations(tx, { campaign_id, is_exclusive, used_on, allocations })
  return uses
}

/** Credit of receipts that were issued on the given day or later; all of it without one. */
export const issuedFrom = async (
  deps: Pick<CreditDeps, 'describeReceipts'>,
  db: Db,
  stored: readonly StoredCredit[],
  day: string | undefined,
): Promise<readonly StoredCredit[]> => {
  if (day === undefined || stored.length === 0) return stored
  const receipts = await deps.describeReceipts(
    db,
    stored.map(({ purchase_id }) => purchase_id),
  )
  return stored.filter(({ purchase_id }) => {
    const issued_on = receipts.get(purchase_id)?.issued_on
    return issued_on !== undefined && issued_on >= day
  })
}

/** Returns the credit that participations used to the receipts, once, and pays debts with it. */
export const releaseCredit = async (
  deps: CreditDeps,
  tx: Tx,
  transaction_ids: readonly string[],
): Promise<void> => {
  if (transaction_ids.length === 0) return
  const owners = await listCreditOwners(tx, transaction_ids)
  if (owners.length === 0) return
  const customer_ids = owners.map(({ customer_id }) => customer_id)
  await lockCredit(tx, customer_ids)
  await deleteAllocations(tx, transaction_ids)
  const returned = new Set(owners.map(({ campaign_id }) => campaign_id))
  const campaigns = (await deps.listCampaigns(tx)).filter(({ id }) => returned.has(id))
  await settleDebts(tx, customer_ids, campaigns)
}

/** Whether all these receipts of the actor have unused credit in a campaign. */
export const hasUnusedCredit = async (
  deps: CreditDeps,
  tx: Tx,
  {
    campaign_id,
    purchase_ids,
    now,
    ...actor
  }: Actor & {
    campaign_id: string
    purchase_ids: readonly string[]
    now: Date
  },
): Promise<boolean> => {
  const campaigns = await listOpenCampaigns(deps, tx, now)
  const campaign = campaigns.find(({ id }) => id === campaign_id)
  if (!campaign) return false
  const customer_ids = [actor.customer_id]
  await grantIn(deps, tx, { customer_ids, campaigns, now })
  const stored = (await listCredit(tx, scopeOf(customer_ids, [campaign]))).filter((credit) =>
    isAccessible(credit, actor),
  )
  const usable = new Set(unusedCredit(campaign.spend_rule, stored).map(({ purchase_id }) => purchase_id))
  return purchase_ids.every((id) => usable.has(id))
}
