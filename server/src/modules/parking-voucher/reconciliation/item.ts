import type { ParkingItemState } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingApplication } from '../../../ports/car-park.ts'

/** A discount by the club's record. */
export type OwnDiscount = {
  readonly transaction_id: string
  readonly garage_id: string
  readonly discount_cents: number
  readonly applied_at: Date
  /** Whether it is being undone: then the car park's list may or may not contain it. */
  readonly is_undoing: boolean
}

/** A discount by one of the two records or both. */
export type ComparedItem = {
  /** The car park's key. */
  readonly key: string
  readonly garage_id: string
  readonly state: ParkingItemState
  readonly our_cents: number | null
  readonly their_cents: number | null
  readonly applied_at: Date
}

/** Compares the discounts of a day with the car park's list of it. */
export const compareDay = (
  own: readonly OwnDiscount[],
  listed: readonly ParkingApplication[],
): ComparedItem[] => {
  const theirs = new Map(listed.map((application) => [application.key, application]))
  const ours = new Map(own.map((discount) => [discount.transaction_id, discount]))
  const items: ComparedItem[] = []
  for (const { transaction_id: key, garage_id, discount_cents: our_cents, applied_at, is_undoing } of own) {
    const their_cents = theirs.get(key)?.discount_cents ?? null
    if (their_cents === null && is_undoing) continue
    const state =
      their_cents === null ? 'only_ours' : their_cents === our_cents ? 'matched' : 'different_amount'
    items.push({ key, garage_id, state, our_cents, their_cents, applied_at })
  }
  for (const { key, garage_id, discount_cents: their_cents, applied_at } of listed)
    if (!ours.has(key))
      items.push({ key, garage_id, state: 'only_theirs', our_cents: null, their_cents, applied_at })
  return items
}
