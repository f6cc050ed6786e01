import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { PhotoDeps } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'

/** The club's receipt rules. */
export type ReceiptRules = {
  /** State of the mall; receipts of other states are rejected. */
  readonly uf: string
  /** Days after the purchase in which a receipt may be registered. */
  readonly accepted_days: number
  /** Receipts above this amount, in cents, are reviewed by staff. */
  readonly auto_approve_max_cents: number
  readonly daily_limit: number
  readonly shop_daily_limit: number
  /** Cents per point. */
  readonly cents_per_point: number
}

/** The points operations that receipts need. */
export interface PointsBook {
  earn(tx: Tx, input: PointsOfPurchase & { customer_id: string; points: number }): Promise<void>
  /** Reverses the points of a purchase; points already spent become a debt. */
  takeBack(tx: Tx, input: PointsOfPurchase): Promise<void>
}

type PointsOfPurchase = {
  purchase_id: string
  /** Description on the statement. */
  shop_name: string
  now: Date
}

/** Dependencies of receipts. */
export type ReceiptDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly limits: Limits
  readonly photos: PhotoDeps
  readonly points: PointsBook
  readonly rules: ReceiptRules
}
