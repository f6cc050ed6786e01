import { earnPoints, takeBackPoints } from '../modules/points/index.ts'
import type { PointsBook } from '../modules/receipts/index.ts'

/** Receipts and points do not know each other: an approved receipt earns here, a reversed one is taken back. */
export const pointsOfReceipts: PointsBook = {
  earn: async (tx, { customer_id, purchase_id, shop_name, points, now }) => {
    const source = { kind: 'purchase', id: purchase_id }
    await earnPoints(tx, { customer_id, points, source, about: shop_name, now })
  },
  takeBack: async (tx, { purchase_id, shop_name, now }) => {
    await takeBackPoints(tx, { source: { kind: 'purchase', id: purchase_id }, about: shop_name, now })
  },
}
