import type { Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import {
  claimRequest,
  findRequest,
  insertRequest,
  listRequests,
  withdrawRequest as saveWithdrawal,
} from './rating-store.ts'
import { askedBefore, expiryOfRequest } from './rating-request.ts'

/** A purchase whose customer may be asked to rate it. */
export type RateablePurchase = Actor & { readonly purchase_id: string; readonly shop_id: string }

/**
 * Asks the customer to rate an approved receipt, unless they were asked within 30 days or this purchase was rated. A
 * registration that replaces another one of the same receipt takes over its request and never asks again.
 */
export const askForRating = async (
  tx: Tx,
  input: RateablePurchase & {
    /** The registration that this one replaces; null for another receipt. */
    replaces: string | null
    now: Date
  },
): Promise<void> => {
  const { purchase_id, customer_id, identified_session_id, shop_id, replaces, now } = input
  const purchase = { purchase_id, customer_id, identified_session_id, shop_id }
  if (replaces !== null) {
    const former = await findRequest(tx, replaces)
    if (!former || former.is_rated) return
    const { asked_at, expires_at, email } = former
    return insertRequest(tx, { ...purchase, asked_at, expires_at, email })
  }
  if ((await findRequest(tx, purchase_id)) !== undefined) return
  if (!(await claimRequest(tx, { customer_id, now, asked_before: askedBefore(now) }))) return
  await insertRequest(tx, { ...purchase, asked_at: now, expires_at: expiryOfRequest(now), email: 'waiting' })
}

/** A receipt of a participation, with the ids of all registrations of the same receipt. */
export type DeliveredPurchase = RateablePurchase & { readonly registration_ids: readonly string[] }

/**
 * Asks the customer after a delivery, which has no shop of its own: about the newest of the participation's receipts whose
 * registrations were never asked about. The delivery is then the occasion for the rating, and not what is rated.
 * @param input.purchases approved receipts, oldest first
 */
export const askAfterDelivery = async (
  tx: Tx,
  { purchases, now }: { purchases: readonly DeliveredPurchase[]; now: Date },
): Promise<void> => {
  const requests = await listRequests(
    tx,
    purchases.flatMap(({ registration_ids }) => registration_ids),
  )
  const asked = new Set(requests.map(({ purchase_id }) => purchase_id))
  const newest = purchases.findLast(({ registration_ids }) => !registration_ids.some((id) => asked.has(id)))
  if (newest) await askForRating(tx, { ...newest, replaces: null, now })
}

/** Withdraws the request of a receipt that was reversed. An answer stays. */
export const withdrawRequest = (tx: Tx, input: { purchase_id: string; now: Date }): Promise<void> =>
  saveWithdrawal(tx, input)
