import type { ReceiptUse } from './deps.ts'
import type { PromotionCredit, PromotionPoints } from './promotion.ts'

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
  preview: async () => null,
  release: async () => {},
}

/** The points of a club without points: nobody has any, and none are credited. */
export const noPoints: PromotionPoints = {
  spend: async () => false,
  readSpendable: async () => 0,
  restore: async () => false,
  grant: async () => new Set(),
  revoke: async () => false,
  findGrants: async () => new Map(),
}
