import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { parseReceiptKey, receiptIdentityOf } from '@clube/contract/brazil/receipt-key.ts'
import { appealLimit } from '@clube/contract/receipts/receipt-calls.ts'
import { receiptPhotoLimit } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  estimatedPoints,
  isCountedReceipt,
  nextReceiptState,
  type Receipt,
  type ReceiptState,
} from '@clube/contract/receipts/receipt.ts'
import { isAccessible, type Actor } from '../sessions/index.ts'
import type { ReceiptRules } from './deps.ts'

/** A stored receipt with its shop's name. */
export type Purchase = {
  id: string
  customer_id: string
  identified_session_id: string | null
  shop_id: string
  shop_name: string
  receipt_key: string
  amount_cents: number
  issued_on: string
  /** What the desk replaced with the amount and day on the paper. */
  stated_amount_cents: number | null
  stated_on: string | null
  state: ReceiptState
  reason: string | null
  review_reasons: string[]
  appeal: string | null
  appeals: number
  /** When the customer appealed last. */
  appealed_at: Date | null
  /** The rejection that the customer appealed against, or after which they sent the receipt again. */
  appealed_reason: string | null
  appealed_decided_at: Date | null
  appealed_decided_by: string | null
  points: number
  created_at: Date
  decided_at: Date | null
  /** Fingerprint of the browser that registered it, until the account is erased. */
  device_hash: Buffer | null
  /** The tax authority's page about the receipt. */
  consultation_url: string | null
  /** When staff requested a photo that has not arrived yet. */
  photo_requested_at: Date | null
}

/** The till that a key identifies (model and series), and the receipt's number at that till. */
export const tillOf = (receipt_key: string): { till: string; number: number } => {
  const facts = parseReceiptKey(receipt_key)
  if (!facts.ok) throw new Error('A stored key is invalid')
  const { model, series, number } = facts.value
  return { till: model + series, number: Number(number) }
}

const dayMs = 24 * 3_600_000

/** First and last club day whose receipts may be registered now. */
export const acceptedPeriod = (
  rules: Pick<ReceiptRules, 'accepted_days'>,
  now: Date,
  time_zone: TimeZone,
): { first: string; last: string } => ({
  first: clubDayOf(new Date(now.getTime() - rules.accepted_days * dayMs), time_zone),
  last: clubDayOf(now, time_zone),
})

/** A registration that prevents another one of the same receipt. */
export type ConflictingReceipt = Pick<
  Purchase,
  'id' | 'customer_id' | 'identified_session_id' | 'receipt_key' | 'state'
>

/** Those that prevent a new review of a rejected receipt: of the same key, or counted ones of the same number. */
export const conflictsOf = (
  { receipt_key }: Pick<Purchase, 'receipt_key'>,
  others: readonly ConflictingReceipt[],
): ConflictingReceipt[] =>
  others.filter(
    (other) =>
      other.receipt_key === receipt_key ||
      (receiptIdentityOf(other.receipt_key) === receiptIdentityOf(receipt_key) &&
        isCountedReceipt(other.state)),
  )

/** Whether the customer can appeal; `others` are the conflicting receipts. */
export const canAppeal = (
  { state, appeals, receipt_key }: Pick<Purchase, 'state' | 'appeals' | 'receipt_key'>,
  others: readonly ConflictingReceipt[],
): boolean =>
  nextReceiptState(state, 'appeal') !== null &&
  appeals < appealLimit &&
  conflictsOf({ receipt_key }, others).length === 0

const currentOf = (
  actor: Actor,
  { receipt_key, state }: Purchase,
  others: readonly ConflictingReceipt[],
): Receipt['current'] => {
  const current = others.find(
    (other) =>
      other.receipt_key === receipt_key &&
      other.customer_id === actor.customer_id &&
      isAccessible(other, actor),
  )
  return state === 'rejected' && current ? { purchase_id: current.id, state: current.state } : null
}

/**
 * The view of a receipt for its customer.
 * @param input.photos the number of photos sent
 * @param input.others conflicting receipts; those of rejected receipts are necessary
 */
export const receiptView = (
  rules: Pick<ReceiptRules, 'cents_per_point'>,
  purchase: Purchase,
  { actor, photos, others = [] }: { actor: Actor; photos: number; others?: readonly ConflictingReceipt[] },
): Receipt => ({
  purchase_id: purchase.id,
  receipt_key: purchase.receipt_key,
  shop_name: purchase.shop_name,
  amount_cents: purchase.amount_cents,
  issued_on: purchase.issued_on,
  state: purchase.state,
  reason: purchase.reason,
  can_appeal: canAppeal(purchase, others),
  current: currentOf(actor, purchase, others),
  stated:
    purchase.stated_amount_cents === null || purchase.stated_on === null
      ? null
      : { amount_cents: purchase.stated_amount_cents, issued_on: purchase.stated_on },
  photos,
  can_add_photo: purchase.state === 'pending_review' && photos < receiptPhotoLimit,
  is_photo_requested: purchase.state === 'pending_review' && purchase.photo_requested_at !== null,
  points: purchase.points,
  estimated_points: estimatedPoints(rules, purchase),
  created_at: purchase.created_at.toISOString(),
  decided_at: purchase.decided_at?.toISOString() ?? null,
})
