import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Promotions } from './promotion.ts'

/** Receipts as participations need them. */
export interface PurchaseBook {
  /**
   * Sets receipts aside for a participation.
   * @throws {Refusal} campaigns.purchase-unusable when one is not the person's, does not count here or is used already
   */
  claim(
    tx: Tx,
    use: {
      customer_id: string
      campaign_id: string
      transaction_id: string
      purchase_ids: readonly string[]
      now: Date
    },
  ): Promise<void>
  /** Gives back what participations that came to nothing had set aside. */
  release(tx: Tx, transaction_ids: readonly string[]): Promise<void>
}

/** What the use cases of campaigns and participations work with. */
export type CampaignDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly audit: AppendAuditLine
  readonly promotions: Promotions
  readonly purchases: PurchaseBook
}
