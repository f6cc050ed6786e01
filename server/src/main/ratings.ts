import { shopSegments, type ShopSegment } from '@clube/contract/receipts/shop.ts'
import type { PromotionDeps } from '../modules/campaigns/index.ts'
import { listAllocatedReceipts } from '../modules/credit/index.ts'
import { findTicketsAbout } from '../modules/customer-service/index.ts'
import { findNoticeRecipient } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'
import { askAfterDelivery, type RatingDeps } from '../modules/ratings/index.ts'
import { describeReceipts, listAllShops, listRateableReceipts } from '../modules/receipts/index.ts'
import { findMembers } from '../modules/staff/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Connects deliveries of promotions and ratings, which are independent. */
export const askForRatingOfDelivery: PromotionDeps['askForRating'] = async (tx, { transaction_id, now }) => {
  const allocated = await listAllocatedReceipts(tx, [transaction_id])
  const purchases = await listRateableReceipts(
    tx,
    allocated.map(({ purchase_id }) => purchase_id),
  )
  await askAfterDelivery(tx, { purchases, now })
}

/** Dependencies of ratings: receipts, shops, participations and messages. */
export const ratingDepsOf = (
  { db, clock, time_zone, vault, audit }: Infrastructure,
  messaging: MessagingDeps,
): RatingDeps => {
  const sendMessage = createSendMessage(messaging)
  return {
    db,
    clock,
    time_zone,
    vault,
    audit,
    describeReceipts,
    listShops: listAllShops,
    titleOfSegment: (segment) =>
      segment === null ? 'Sem segmento' : (shopSegments[segment as ShopSegment] ?? segment),
    listPurchasesOf: async (reader, transaction_id) =>
      (await listAllocatedReceipts(reader, [transaction_id])).map(({ purchase_id }) => purchase_id),
    sendRequest: async (tx, { customer_id, expires_at, ...content }) => {
      const recipient = await findNoticeRecipient(tx, { customer_id, topic: 'purchase_ratings' })
      // The link rates without a session, so it is sent to an address that is known to be the customer's.
      if (!recipient?.wants_email || !recipient.is_email_verified || recipient.email === null) return false
      await sendMessage(tx, {
        channel: 'email',
        to: recipient.email,
        is_verified: true,
        customer_id,
        content: { template: 'rating-request', ...content, until: expires_at },
        expires_at,
      })
      return true
    },
    findTickets: (reader, ratings) =>
      findTicketsAbout(reader, {
        purchases: ratings.map(({ customer_id, purchase_id, rated_at }) => ({
          customer_id,
          purchase_id,
          after: rated_at,
        })),
        now: clock(),
      }),
    namesOfStaff: findMembers,
  }
}
