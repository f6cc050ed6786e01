import { Refusal } from '../../kernel/refusal.ts'
import type { PurchaseBook } from './deps.ts'

/** The book of a club without receipts: none can be set aside. */
export const noPurchases: PurchaseBook = {
  claim: async () => {
    throw new Refusal('campaigns.purchase-unusable')
  },
  release: async () => {},
}
