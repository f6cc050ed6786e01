import type { PurchaseBook } from './deps.ts'

/** Receipts of a club without receipts: none can be claimed. */
export const noPurchases: PurchaseBook = {
  claim: async () => false,
  release: async () => {},
}
