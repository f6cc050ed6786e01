export type { ReceiptPoints, ReceiptDeps, ReceiptRules } from './deps.ts'
export { findResendableReceipt } from './decision-notice.ts'
export { eraseReceipts } from './erase-receipts.ts'
export {
  describeReceipts,
  hasReversed as hasReversedReceipt,
  listApproved as listApprovedReceipts,
  listPurchaseIds,
  listRateable as listRateableReceipts,
} from './receipt-store.ts'
export { countWaitingReceipts, listReceiptsOf, readPointsInReview } from './list-receipts.ts'
export { bindReceipts } from './routes.ts'
export { seedReceipt } from './seed-receipt.ts'
export { listAllShops } from './shop-store.ts'
export { listParticipatingShops, seedShops } from './shops.ts'
