import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { PhotoDeps } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'

/** What the club decides about receipts. */
export type ReceiptRules = {
  /** State of the mall; receipts of other states are not its shops'. */
  readonly uf: string
  /** Days after the purchase in which a receipt may be registered. */
  readonly accepted_days: number
  /** Receipts above this amount, in cents, are looked at by staff. */
  readonly auto_approve_max_cents: number
  readonly daily_limit: number
  readonly shop_daily_limit: number
  /** So many cents earn one point. */
  readonly cents_per_point: number
}

/** Points as receipts need them. */
export interface PointsBook {
  earn(tx: Tx, input: PointsOfPurchase & { customer_id: string; points: number }): Promise<void>
  /** Takes back what a purchase earned; what is spent already becomes a debt. */
  takeBack(tx: Tx, input: PointsOfPurchase): Promise<void>
}

type PointsOfPurchase = {
  purchase_id: string
  /** What the statement says of it. */
  shop_name: string
  now: Date
}

/** What the use cases of receipts work with. */
export type ReceiptDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly limits: Limits
  readonly photos: PhotoDeps
  readonly points: PointsBook
  readonly rules: ReceiptRules
}
