import type { PhotoDeps } from '../modules/photos/index.ts'
import { earnPoints, takeBackPoints } from '../modules/points/index.ts'
import type { PointsBook, ReceiptDeps } from '../modules/receipts/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Connects receipts and points, which are independent: approved receipts earn, reversed ones are taken back. */
const pointsOfReceipts: PointsBook = {
  earn: async (tx, { customer_id, purchase_id, shop_name, points, now }) => {
    const source = { kind: 'purchase', id: purchase_id }
    await earnPoints(tx, { customer_id, points, source, about: shop_name, now })
  },
  takeBack: async (tx, { purchase_id, shop_name, now }) => {
    await takeBackPoints(tx, { source: { kind: 'purchase', id: purchase_id }, about: shop_name, now })
  },
}

/** Dependencies of receipts. */
export const receiptDepsOf = (infrastructure: Infrastructure, photos: PhotoDeps): ReceiptDeps => ({
  db: infrastructure.db,
  clock: infrastructure.clock,
  time_zone: infrastructure.time_zone,
  vault: infrastructure.vault,
  audit: infrastructure.audit,
  limits: infrastructure.limits,
  photos,
  points: pointsOfReceipts,
  rules: infrastructure.configuration.receipts,
})
