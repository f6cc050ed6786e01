import type { PointsRules } from '@clube/contract/club/points-rules.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FiscalRegistry } from '../../ports/fiscal-registry.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { NotifyOfActivity } from '../messaging/index.ts'
import type { PhotoDeps } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'

/** The club's receipt rules. */
export type ReceiptRules = Pick<PointsRules, 'cents_per_point'> & {
  /** State of the mall; receipts of other states are rejected. */
  readonly uf: string
  /** Days after the purchase during which a receipt may be registered. */
  readonly accepted_days: number
  /** Receipts above this amount, in cents, are reviewed by staff. */
  readonly auto_approve_max_cents: number
  readonly daily_limit: number
  readonly shop_daily_limit: number
  /** Limits on automatic approvals per person within 30 days; receipts above them are reviewed by staff. */
  readonly auto_approve_month_cents: number
  readonly auto_approve_month_count: number
  /** Days after a reversal during which the person's receipts are reviewed by staff. */
  readonly reversal_review_days: number
  /** Receipts per person and shop within 30 days, after which further ones are reviewed. */
  readonly shop_recent_limit: number
  /** Number of other customers of a device within 30 days at which its receipts are reviewed. */
  readonly device_customers: number
  /** Maximum number of receipts that one till issues in a day. */
  readonly numbers_per_day: number
  /** Hour of the day at which the mall's first shop opens; null when it never closes. */
  readonly opens_at_hour: number | null
  /** Staff at the service desk approve up to this amount, in cents; the others are reviewed at the *Notas* desk. */
  readonly desk_approve_max_cents: number
  /** Hours until the points of an automatically approved receipt can be spent. */
  readonly points_delay_hours: number
}

/** The points operations that receipts need. */
export interface ReceiptPoints {
  earn(
    tx: Tx,
    /** `available_at`: when the points become spendable; null for immediately. */
    input: PointsOfPurchase & { customer_id: string; points: number; available_at: Date | null },
  ): Promise<void>
  /** Reverses the points of a purchase; points already spent become a debt. */
  reverse(tx: Tx, input: PointsOfPurchase): Promise<void>
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
  readonly points: ReceiptPoints
  /** What receipts are worth in campaigns. */
  readonly credit: {
    /** Grants credit for the customer's approved receipts in the campaigns in which they count. */
    grant(tx: Tx, input: { customer_id: string; now: Date }): Promise<void>
    /** Revokes the credit of a reversed receipt; what was used of it becomes a debt. */
    revoke(tx: Tx, input: { purchase_id: string; customer_id: string; now: Date }): Promise<void>
  }
  /** The requests to rate purchases. */
  readonly ratings: {
    /**
     * Asks the customer to rate an approved receipt, unless they were asked recently; `replaces` is the registration that it
     * corrects.
     */
    ask(
      tx: Tx,
      input: {
        purchase_id: string
        customer_id: string
        identified_session_id: string | null
        shop_id: string
        replaces: string | null
        now: Date
      },
    ): Promise<void>
    /** A reversed receipt can no longer be rated. */
    withdraw(tx: Tx, input: { purchase_id: string; now: Date }): Promise<void>
  }
  readonly notify: NotifyOfActivity
  readonly namesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly name: string }>>
  /** Whether another active staff member may decide on receipts. */
  readonly hasOtherReviewer: (db: Db, staff_id: string) => Promise<boolean>
  readonly rules: ReceiptRules
  /** The contracted provider of fiscal queries; null without one. */
  readonly fiscal: FiscalRegistry | null
}
