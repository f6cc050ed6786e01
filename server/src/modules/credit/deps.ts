import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CreditCampaign, CreditReceipt } from './credit.ts'

/** A receipt as shown with a participation. */
export type ReceiptFacts = {
  readonly shop_name: string
  readonly amount_cents: number
  readonly issued_on: string
}

/** Dependencies of credit: campaigns and receipts, which do not depend on each other. */
export type CreditDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  /** Approved campaigns with a spend rule that are not archived. */
  readonly listCampaigns: (db: Db) => Promise<readonly CreditCampaign[]>
  /** The customers' approved receipts of a period, oldest first. */
  readonly listReceipts: (
    db: Db,
    input: { customer_ids: readonly string[]; first: string; last: string },
  ) => Promise<readonly CreditReceipt[]>
  /** Receipts by id. */
  readonly describeReceipts: (
    db: Db,
    purchase_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, ReceiptFacts>>
}
