export type { PointsBook, ReceiptDeps, ReceiptRules } from './deps.ts'
export { purchaseBook } from './purchase-book.ts'
export { bindReceipts } from './routes.ts'
export { seedShops } from './shops.ts'
