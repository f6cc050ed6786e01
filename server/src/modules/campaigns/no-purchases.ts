import type { ReceiptClaims } from './deps.ts'

/** The receipt operations of a club without receipts: none can be claimed. */
export const noPurchases: ReceiptClaims = {
  claim: async () => false,
  describe: async () => new Map(),
  release: async () => {},
}
