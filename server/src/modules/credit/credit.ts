import type { Audience } from '@clube/contract/campaigns/campaign.ts'
import {
  allocateUse,
  progressToNextUse,
  type Allocation,
  type ReceiptCredit,
  type SpendRule,
} from '@clube/contract/campaigns/spend-rule.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Actor } from '../sessions/index.ts'

/** A campaign that requires receipts. */
export type CreditCampaign = {
  readonly id: string
  readonly kind: PromotionKind
  readonly slug: string
  readonly title: string
  readonly spend_rule: SpendRule
  readonly audience: Audience
  readonly starts_at: Date
  /** When it ended or will end; exclusive. */
  readonly ends_at: Date
  /** Deadline for using the credit; null if it is `ends_at`. */
  readonly redeem_until: Date | null
}

/** An approved receipt. */
export type CreditReceipt = {
  readonly id: string
  readonly customer_id: string
  readonly identified_session_id: string | null
  readonly shop_id: string
  readonly amount_cents: number
  readonly issued_on: string
  readonly created_at: Date
  readonly decided_at: Date | null
}

const deadlineOf = ({ redeem_until, ends_at }: CreditCampaign): Date => redeem_until ?? ends_at

/** Whether credit of the campaign can be earned or used now. */
export const isCreditOpen = (campaign: CreditCampaign, now: Date): boolean =>
  now >= campaign.starts_at && now < deadlineOf(campaign)

/** First and last club day whose receipts count in a campaign. */
export const creditDays = (
  { starts_at, ends_at }: CreditCampaign,
  time_zone: TimeZone,
): { first: string; last: string } => ({
  first: clubDayOf(starts_at, time_zone),
  last: clubDayOf(new Date(ends_at.getTime() - 1), time_zone),
})

/**
 * Whether a receipt counts: issued in the period, registered before its end and approved before the deadline,
 * regardless of when the person joined the club.
 */
export const countsIn = (campaign: CreditCampaign, receipt: CreditReceipt, time_zone: TimeZone): boolean => {
  const { first, last } = creditDays(campaign, time_zone)
  const approved_at = receipt.decided_at ?? receipt.created_at
  return (
    receipt.issued_on >= first &&
    receipt.issued_on <= last &&
    receipt.created_at < campaign.ends_at &&
    approved_at < deadlineOf(campaign)
  )
}

/** What a receipt is worth in one campaign, and how much of it is used. */
export type StoredCredit = {
  readonly purchase_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly amount_cents: number
  /** The passwordless session that registered the receipt; null for a session with the password. */
  readonly identified_session_id: string | null
  /** Allocated to participations, or lost with them. */
  readonly used_cents: number
  readonly is_revoked: boolean
  /** Whether other campaigns used the receipt, and whether one of them was exclusive. */
  readonly elsewhere: 'unused' | 'used' | 'used_exclusively'
}

/** Whether the actor can see and use the credit: a passwordless session, that of its own receipts only. */
export const isAccessible = (
  credit: Pick<StoredCredit, 'customer_id' | 'identified_session_id'>,
  actor: Actor,
): boolean =>
  credit.customer_id === actor.customer_id &&
  (actor.identified_session_id === null || credit.identified_session_id === actor.identified_session_id)

/** Credit that can be used in a campaign, oldest receipt first. */
export const unusedCredit = (
  { exclusive }: Pick<SpendRule, 'exclusive'>,
  stored: readonly StoredCredit[],
): ReceiptCredit[] =>
  stored
    .filter(
      ({ is_revoked, elsewhere }) =>
        !is_revoked && (exclusive ? elsewhere === 'unused' : elsewhere !== 'used_exclusively'),
    )
    .map(({ purchase_id, amount_cents, used_cents }) => ({ purchase_id, cents: amount_cents - used_cents }))
    .filter(({ cents }) => cents > 0)

/** A participation that uses credit. */
export type CreditTransaction = Actor & {
  readonly id: string
  /** The receipts that it was opened for; empty for any. */
  readonly purchase_ids: readonly string[]
}

/** One use of a campaign's rule by a participation. */
export type CreditUse =
  /** The number of participations that the rule grants. */
  | { readonly kind: 'used'; readonly participations: number }
  | { readonly kind: 'missing'; readonly missing_cents: number }
  | { readonly kind: 'daily-limit'; readonly limit_per_day: number }

/** Decides the uses of participations in order, up to `limit`; each can use what the earlier ones left. */
export const decideUses = (
  rule: SpendRule,
  input: {
    transactions: readonly CreditTransaction[]
    limit: number
    stored: readonly StoredCredit[]
    /** Earlier uses of the club day, by customer. */
    usesToday: ReadonlyMap<string, number>
  },
): {
  uses: Map<string, CreditUse>
  allocations: (Allocation & { transaction_id: string })[]
} => {
  const { participations, limit_per_day } = rule
  const uses = new Map<string, CreditUse>()
  const allocations: (Allocation & { transaction_id: string })[] = []
  const usesToday = new Map(input.usesToday)
  const usedCents = new Map<string, number>()
  const credits = Map.groupBy(input.stored, ({ customer_id }) => customer_id)
  let used = 0
  for (const transaction of input.transactions) {
    if (used >= input.limit) break
    const { id, customer_id, purchase_ids } = transaction
    const usesBefore = usesToday.get(customer_id) ?? 0
    if (limit_per_day !== null && usesBefore >= limit_per_day) {
      uses.set(id, { kind: 'daily-limit', limit_per_day })
      continue
    }
    const stored = (credits.get(customer_id) ?? [])
      .filter(
        (credit) =>
          isAccessible(credit, transaction) &&
          (purchase_ids.length === 0 || purchase_ids.includes(credit.purchase_id)),
      )
      .map((credit) => ({
        ...credit,
        used_cents: credit.used_cents + (usedCents.get(credit.purchase_id) ?? 0),
      }))
    const unused = unusedCredit(rule, stored)
    const allocated = allocateUse(rule, unused)
    if (allocated === null) {
      uses.set(id, { kind: 'missing', missing_cents: progressToNextUse(rule, unused).missing_cents })
      continue
    }
    for (const allocation of allocated) {
      const { purchase_id, amount_cents, lost_cents } = allocation
      allocations.push({ ...allocation, transaction_id: id })
      usedCents.set(purchase_id, (usedCents.get(purchase_id) ?? 0) + amount_cents + lost_cents)
    }
    usesToday.set(customer_id, usesBefore + 1)
    uses.set(id, { kind: 'used', participations })
    used += 1
  }
  return { uses, allocations }
}

/** Total debt: the credit of reversed receipts that participations used. */
export const debtOf = (stored: readonly StoredCredit[]): number =>
  stored.reduce((sum, { is_revoked, used_cents }) => sum + (is_revoked ? used_cents : 0), 0)

/** A participation's allocation from a reversed receipt. */
export type Debt = {
  readonly transaction_id: string
  readonly purchase_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly identified_session_id: string | null
  readonly cents: number
}

/** Part of an allocation that moves from a reversed receipt to another one. */
export type DebtPayment = {
  readonly transaction_id: string
  readonly from: string
  readonly to: string
  readonly cents: number
}

/** Pays as much of the debts as the unused credit covers. */
export const payDebts = (debts: readonly Debt[], credits: readonly ReceiptCredit[]): DebtPayment[] => {
  const payments: DebtPayment[] = []
  const unpaid = debts.map((debt) => ({ ...debt }))
  for (const { purchase_id: to, cents } of credits) {
    let left = cents
    for (const debt of unpaid) {
      const paid = Math.min(left, debt.cents)
      if (paid === 0) continue
      payments.push({ transaction_id: debt.transaction_id, from: debt.purchase_id, to, cents: paid })
      debt.cents -= paid
      left -= paid
    }
  }
  return payments
}
