import { clubHourOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { lockUsable } from '../identity/index.ts'
import type { RatingDeps } from './deps.ts'
import { ratingLinkOf } from './rating-link.ts'
import { requestRefusal } from './rating-request.ts'
import { lockEmailsDue, saveEmail } from './rating-store.ts'

const hourMs = 3_600_000
/** People who rate in the club on the day of the approval get no e-mail. */
const emailAfterMs = 20 * hourMs
/** Hours of the day, in club time, at which the e-mails may arrive. */
const [firstHour, lastHour] = [9, 19] as const
const batchSize = 100

/**
 * Sends the e-mails that ask for a rating, at most one per purchase: to people who want it, have confirmed their address and
 * have not rated yet. E-mail and record commit together, so an interrupted run continues with the rest.
 */
export const sendRatingRequests = async (deps: RatingDeps, signal?: AbortSignal): Promise<void> => {
  const { db, clock, time_zone } = deps
  const hour = clubHourOf(clock(), time_zone)
  if (hour < firstHour || hour > lastHour) return
  for (;;) {
    signal?.throwIfAborted()
    if ((await inTransaction(db, (tx) => sendBatch(deps, tx))) < batchSize) return
  }
}

const sendBatch = async (deps: RatingDeps, tx: Tx): Promise<number> => {
  const now = deps.clock()
  const asked_before = new Date(now.getTime() - emailAfterMs)
  const requests = await lockEmailsDue(tx, { asked_before, limit: batchSize })
  const usable = await lockUsable(
    tx,
    requests.map(({ customer_id }) => customer_id),
  )
  const purchases = await deps.describeReceipts(
    tx,
    requests.map(({ purchase_id }) => purchase_id),
  )
  for (const request of requests) {
    const { purchase_id, customer_id, expires_at } = request
    const purchase = purchases.get(purchase_id)
    const canAnswer = usable.has(customer_id) && requestRefusal(request, now, deps.time_zone) === null
    const isSent =
      canAnswer &&
      purchase !== undefined &&
      (await deps.sendRequest(tx, {
        customer_id,
        shop_name: purchase.shop_name,
        issued_on: purchase.issued_on,
        path: ratingLinkOf(deps.vault, { purchase_id, expires_at }),
        expires_at,
      }))
    await saveEmail(tx, { purchase_id, email: isSent ? 'sent' : 'skipped' })
  }
  return requests.length
}
