import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { claimPurchases, releasePurchases } from './receipt-store.ts'

/** Receipts as participations use them: each serves one participation at a time. */
export const purchaseBook = {
  /** @throws {Refusal} campaigns.purchase-unusable when one is not the person's, does not count or is used already */
  claim: async (
    tx: Tx,
    use: { customer_id: string; transaction_id: string; purchase_ids: readonly string[] },
  ): Promise<void> => {
    const wanted = [...new Set(use.purchase_ids)]
    if ((await claimPurchases(tx, { ...use, purchase_ids: wanted })) !== wanted.length)
      throw new Refusal('campaigns.purchase-unusable')
  },
  release: releasePurchases,
}
