import type { TicketLinks } from '@clube/contract/customer-service/service-ticket.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Notifications } from '../../db/notifications.ts'
import type { Clock } from '../../ports/clock.ts'
import type { VirusScanner } from '../../ports/virus-scanner.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { PhotoDeps } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'
import type { BusinessHours } from './business-hours.ts'

/** Rows that a ticket is about. */
export type LinkedIds = {
  readonly transaction_id: string | null
  readonly purchase_id: string | null
  readonly campaign_id: string | null
}

/** Dependencies of customer service; receipts, participations and campaigns are connected by `main`. */
export type CustomerServiceDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly limits: Limits
  readonly photos: PhotoDeps
  /** Null where none is configured. */
  readonly scanner: VirusScanner | null
  readonly notifications: Notifications
  /** Those of the configuration, which apply until staff save others: `currentHours` reads the ones that apply. */
  readonly hours: BusinessHours
  /** What a ticket is about; rows that were not found are null. */
  readonly describeLinks: (db: Db, ids: LinkedIds) => Promise<TicketLinks>
  /** Whether receipt and participation belong to the customer, and the campaign exists. */
  readonly areOwn: (db: Db, input: LinkedIds & { customer_id: string }) => Promise<boolean>
  /** The version of the terms that the customer has to accept; null when there is nothing to accept. */
  readonly findTermsToAccept: (db: Db, customer_id: string) => Promise<string | null>
  /** Queues the e-mail about an answer, which does not contain its text. */
  readonly notifyOfAnswer: (
    tx: Tx,
    answer: { customer_id: string; protocol: string; path: string },
  ) => Promise<void>
  readonly namesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly name: string }>>
  /** Active members who answer tickets, by name. */
  readonly listAgents: (db: Db) => Promise<readonly { readonly id: string; readonly name: string }[]>
}

/** The calling member. */
export type Agent = { readonly staff_id: string; readonly name: string; readonly roles: readonly Role[] }
