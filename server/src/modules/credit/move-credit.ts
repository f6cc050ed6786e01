import { creditCents, allocateUse, towardNextUse } from '@clube/contract/campaigns/spend-rule.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import {
  countsIn,
  creditDays,
  isCreditOpen,
  payDebts,
  unusedCredit,
  type CreditCampaign,
  type CreditReceipt,
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

const fullAccess = (customer_id: string): Actor => ({ customer_id, identified_session_id: null })

/** Credit not yet granted for the customer's approved receipts. */
export const findMissingCredit = async (
  deps: Pick<CreditDeps, 'listReceipts' | 'time_zone'>,
  db: Db,
  { customer_id, campaigns, now }: { customer_id: string; campaigns: readonly CreditCampaign[]; now: Date },
): Promise<NewCredit[]> => {
  if (campaigns.length === 0) return []
  const days = campaigns.map((campaign) => creditDays(campaign, deps.time_zone))
  const first = days.map((each) => each.first).toSorted()[0] ?? ''
  const last =
    days
      .map((each) => each.last)
      .toSorted()
      .at(-1) ?? ''
  const receipts = await deps.listReceipts(db, { customer_id, first, last })
  const campaign_ids = campaigns.map(({ id }) => id)
  const stored = await listCredit(db, { ...fullAccess(customer_id), campaign_ids })
  const known = new Set(stored.map(({ campaign_id, purchase_id }) => `${campaign_id} ${purchase_id}`))
  return campaigns.flatMap((campaign) =>
    receipts
      .filter(
        (receipt) =>
          !known.has(`${campaign.id} ${receipt.id}`) && countsIn(campaign, receipt, deps.time_zone),
      )
      .map((receipt) => newCredit(campaign, receipt, { customer_id, now })),
  )
}

const newCredit = (
  campaign: CreditCampaign,
  receipt: CreditReceipt,
  { customer_id, now }: { customer_id: string; now: Date },
): NewCredit => ({
  purchase_id: receipt.id,
  campaign_id: campaign.id,
  customer_id,
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
  if (campaigns.length === 0) return
  await lockCredit(tx, customer_id)
  const missing = await findMissingCredit(deps, tx, { customer_id, campaigns, now })
  if (missing.length > 0) await insertCredit(tx, missing)
  // Also pays with credit that became free, for instance in an exclusive campaign.
  for (const campaign of campaigns) await settleDebts(tx, customer_id, campaign)
}

/**
 * Pays a customer's debts in a campaign with unused credit. A debt of a passwordless session, which proves no
 * identity, is paid only by receipts of the same session.
 */
const settleDebts = async (
  tx: Tx,
  customer_id: string,
  { id: campaign_id, spend_rule }: Pick<CreditCampaign, 'id' | 'spend_rule'>,
): Promise<void> => {
  const debts = await listDebts(tx, { customer_id, campaign_id })
  if (debts.length === 0) return
  const stored = await listCredit(tx, { ...fullAccess(customer_id), campaign_ids: [campaign_id] })
  for (const [session, owed] of Map.groupBy(debts, (debt) => debt.identified_session_id)) {
    const payable = stored.filter(({ identified_session_id }) => identified_session_id === session)
    for (const payment of payDebts(owed, unusedCredit(spend_rule, payable)))
      await moveAllocation(tx, { ...payment, campaign_id })
  }
}

/** Revokes the credit of a reversed receipt: the part that participations used becomes a debt, paid by other credit. */
export const revokeCredit = async (
  deps: CreditDeps,
  tx: Tx,
  { purchase_id, customer_id, now }: { purchase_id: string; customer_id: string; now: Date },
): Promise<void> => {
  await lockCredit(tx, customer_id)
  const revoked = new Set(await saveRevocation(tx, { purchase_id, now }))
  if (revoked.size === 0) return
  for (const campaign of await deps.listCampaigns(tx))
    if (revoked.has(campaign.id)) await settleDebts(tx, customer_id, campaign)
}

/** One use of a campaign's rule by a participation. */
export type CreditUse =
  /** The number of participations that the rule grants. */
  | { readonly kind: 'used'; readonly participations: number }
  | { readonly kind: 'missing'; readonly missing_cents: number }
  | { readonly kind: 'daily-limit'; readonly limit_per_day: number }

/**
 * Uses credit for a participation, in the transaction that completes it: from the receipts that it was opened for, or
 * from the oldest ones. Locks the customer's credit.
 * @throws when the campaign requires no receipts, or its credit can no longer be used
 */
export const useCredit = async (
  deps: CreditDeps,
  tx: Tx,
  input: {
    transaction: Actor & {
      readonly id: string
      readonly campaign_id: string
      readonly purchase_ids: readonly string[]
    }
    now: Date
  },
): Promise<CreditUse> => {
  const { transaction, now } = input
  const { id: transaction_id, campaign_id, customer_id, purchase_ids } = transaction
  await lockCredit(tx, customer_id)
  await grantCredit(deps, tx, { customer_id, now })
  const campaign = (await listOpenCampaigns(deps, tx, now)).find(({ id }) => id === campaign_id)
  if (!campaign) throw new Error('The campaign has no credit that can be used')
  const { spend_rule } = campaign
  const used_on = clubDayOf(now, deps.time_zone)
  const { limit_per_day } = spend_rule
  if (
    limit_per_day !== null &&
    (await countUsesOn(tx, { customer_id, campaign_id, day: used_on })) >= limit_per_day
  )
    return { kind: 'daily-limit', limit_per_day }
  const stored = await listCredit(tx, { ...transaction, campaign_ids: [campaign_id] })
  const credits = unusedCredit(
    spend_rule,
    purchase_ids.length === 0
      ? stored
      : stored.filter(({ purchase_id }) => purchase_ids.includes(purchase_id)),
  )
  const allocations = allocateUse(spend_rule, credits)
  if (allocations === null)
    return { kind: 'missing', missing_cents: towardNextUse(spend_rule, credits).missing_cents }
  const is_exclusive = spend_rule.exclusive
  await insertAllocations(tx, { transaction_id, campaign_id, is_exclusive, used_on, allocations })
  return { kind: 'used', participations: spend_rule.participations }
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
  for (const { customer_id } of owners) await lockCredit(tx, customer_id)
  await deleteAllocations(tx, transaction_ids)
  const campaigns = new Map((await deps.listCampaigns(tx)).map((campaign) => [campaign.id, campaign]))
  for (const { customer_id, campaign_id } of owners) {
    const campaign = campaigns.get(campaign_id)
    if (campaign) await settleDebts(tx, customer_id, campaign)
  }
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
  await grantCredit(deps, tx, { customer_id: actor.customer_id, now })
  const campaign = (await listOpenCampaigns(deps, tx, now)).find(({ id }) => id === campaign_id)
  if (!campaign) return false
  const stored: StoredCredit[] = await listCredit(tx, { ...actor, campaign_ids: [campaign_id] })
  const usable = new Set(unusedCredit(campaign.spend_rule, stored).map(({ purchase_id }) => purchase_id))
  return purchase_ids.every((id) => usable.has(id))
}
