import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Detractor } from '@clube/contract/ratings/staff-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Vault } from '../vault/index.ts'

/** Dependencies of ratings; receipts, participations and shops are connected by `main`. */
export type RatingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  readonly vault: Pick<Vault, 'indexOf'>
  readonly audit: AppendAuditLine
  /** Shop and day of receipts, by id. */
  readonly describeReceipts: (
    db: Db,
    purchase_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly shop_name: string; readonly issued_on: string }>>
  /** All shops, participating or not. */
  readonly listShops: (
    db: Db,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly segment: string | null }[]>
  /** A segment's name on screen; null for shops without one. */
  readonly titleOfSegment: (segment: string | null) => string
  /** The receipts that a participation used. */
  readonly listPurchasesOf: (db: Db, transaction_id: string) => Promise<readonly string[]>
  /**
   * Sends the e-mail that asks for a rating.
   * @returns false when the customer does not want it or has no confirmed address
   */
  readonly sendRequest: (tx: Tx, request: RatingEmail) => Promise<boolean>
  /** The customer-service tickets about rated purchases, opened after the ratings, by purchase. */
  readonly findTickets: (
    db: Db,
    ratings: readonly {
      readonly customer_id: string
      readonly purchase_id: string
      readonly rated_at: Date
    }[],
  ) => Promise<ReadonlyMap<string, NonNullable<Detractor['ticket']>>>
  readonly namesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly name: string }>>
}

/** The e-mail that asks for a rating. */
export type RatingEmail = {
  readonly customer_id: string
  readonly shop_name: string
  /** yyyy-MM-dd */
  readonly issued_on: string
  /** Path of the club's site with the signature. */
  readonly path: string
  readonly expires_at: Date
}
