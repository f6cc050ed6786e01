import type { ReceiptUse } from './deps.ts'
import type { PromotionCredit } from './promotion.ts'

/** The receipt operations of a club without receipts: none can be used. */
export const noPurchases: ReceiptUse = {
  hasUnused: async () => false,
  describe: async () => new Map(),
  release: async () => {},
}

/** The credit of a club without receipts: no customer has any. */
export const noCredit: PromotionCredit = {
  use: async (_, { transactions }) =>
    new Map(transactions.map(({ id }) => [id, { kind: 'missing', missing_cents: 0 }])),
  release: async () => {},
}
