import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../sessions/index.ts'
import { claimPurchases, listPurchaseFacts, releasePurchases, type PurchaseFacts } from './receipt-store.ts'

/** Receipts for participations: each is used by one participation at a time. */
export const receiptClaims = {
  /** @returns false when one is not accessible to the actor, not approved or already used; the caller rolls back */
  claim: async (
    tx: Tx,
    input: Actor & { transaction_id: string; purchase_ids: readonly string[] },
  ): Promise<boolean> => {
    const purchase_ids = [...new Set(input.purchase_ids)]
    return (await claimPurchases(tx, { ...input, purchase_ids })) === purchase_ids.length
  },
  describe: async (db: Db, purchase_ids: readonly string[]): Promise<ReadonlyMap<string, PurchaseFacts>> => {
    const rows = await listPurchaseFacts(db, purchase_ids)
    return new Map(rows.map(({ id, ...facts }) => [id, facts]))
  },
  release: releasePurchases,
}
