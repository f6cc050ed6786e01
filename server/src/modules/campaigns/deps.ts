import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { NotifyOfActivity } from '../messaging/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { PromotionDeps, Promotions } from './promotion.ts'

/** The receipt operations that participations need. */
export interface ReceiptUse {
  /** Whether all these receipts of the actor have unused credit in the campaign. */
  hasUnused(
    tx: Tx,
    input: Actor & { campaign_id: string; purchase_ids: readonly string[]; now: Date },
  ): Promise<boolean>
  /** The receipts that participations use or were opened for, by participation. */
  describe(
    db: Db,
    transactions: readonly { id: string; purchase_ids: readonly string[] }[],
  ): Promise<ReadonlyMap<string, readonly { shop_name: string; amount_cents: number; issued_on: string }[]>>
  /** Releases the receipts that ended participations used. */
  release(tx: Tx, transaction_ids: readonly string[]): Promise<void>
}

/** Dependencies of campaigns and participations. */
export type CampaignDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Pick<Random, 'below'>
  readonly time_zone: TimeZone
  readonly audit: AppendAuditLine
  readonly promotions: Promotions
  readonly purchases: ReceiptUse
  readonly notifyOfActivity: NotifyOfActivity
  readonly namesOfStaff: PromotionDeps['namesOfStaff']
}

/** Dependencies of changing the regulation of a running campaign. */
export type RegulationDeps = CampaignDeps & Pick<PromotionDeps, 'jobs' | 'notify'>
