import type { Db, Tx } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Vault } from '../vault/index.ts'

/** An offer of the waiting list that its person must hear of. */
export type Offer = {
  readonly entry_id: string
  readonly customer_id: string
  readonly session_title: string
  readonly quantity: number
  readonly offer_expires_at: Date
}

/** What the use cases of event tickets work with. */
export type EventTicketDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly jobs: Pick<Jobs, 'enqueue'>
  /** An unpredictable integer from 0 and below the limit. */
  readonly chance: (below: number) => number
  /** Tells people of offers, in the transaction that makes them. */
  readonly announceOffers: (tx: Tx, offers: readonly Offer[]) => Promise<void>
}
