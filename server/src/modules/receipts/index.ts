export type { ReceiptPoints, ReceiptDeps, ReceiptRules } from './deps.ts'
export { findResendableReceipt } from './decision-notice.ts'
export { eraseReceipts } from './erase-receipts.ts'
export { receiptClaims } from './receipt-claims.ts'
export {
  countQueue as countWaitingReceipts,
  hasReversed as hasReversedReceipt,
  purchasesOf as listPurchaseIds,
} from './receipt-store.ts'
export { listReceiptsOf, readPointsInReview } from './list-receipts.ts'
export { bindReceipts } from './routes.ts'
export { listParticipatingShops, seedShops } from './shops.ts'
