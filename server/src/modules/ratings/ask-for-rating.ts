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

/** Withdraws the request of a receipt that was reversed. An answer stays. */
export const withdrawRequest = (tx: Tx, input: { purchase_id: string; now: Date }): Promise<void> =>
  saveWithdrawal(tx, input)

/**
 * Asks the customer to rate a purchase whose gift or prize was delivered: the newest one that was not asked about.
 * @param input.purchases the approved receipts that the participation used, oldest first
 */
export const askAfterDelivery = async (
  tx: Tx,
  { purchases, now }: { purchases: readonly RateablePurchase[]; now: Date },
): Promise<void> => {
  const asked = new Set((await listRequests(tx, idsOf(purchases))).map(({ purchase_id }) => purchase_id))
  const purchase = purchases.findLast(({ purchase_id }) => !asked.has(purchase_id))
  if (purchase) await askForRating(tx, { ...purchase, replaces: null, now })
}

const idsOf = (purchases: readonly RateablePurchase[]): string[] =>
  purchases.map(({ purchase_id }) => purchase_id)
