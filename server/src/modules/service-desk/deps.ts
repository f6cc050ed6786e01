import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { IdentityDeps, IdentityRules } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Vault } from '../vault/index.ts'

/** A record with the function that resends its message, which returns false when there is none to send. */
export type Resendable = {
  readonly customer_id: string
  readonly resend: (tx: Tx) => Promise<boolean>
}

/** Dependencies of the service desk. */
export type ServiceDeskDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly limits: Limits
  readonly audit: AppendAuditLine
  /** The customers who own a protocol, of a participation or a recovery request. */
  readonly findOwnersOfProtocol: (db: Db, protocol: string) => Promise<readonly string[]>
  readonly rules: Pick<IdentityRules, 'minimum_age' | 'time_zone'>
  /** Queues a security notice to contacts of an account, in the caller's transaction. */
  readonly notifyOfChange: IdentityDeps['notifyOfChange']
  readonly namesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly name: string }>>
  readonly findParticipation: (
    db: Db,
    transaction_id: string,
  ) => Promise<(Resendable & { readonly protocol: string }) | null>
  readonly findReceipt: (
    db: Db,
    purchase_id: string,
  ) => Promise<(Resendable & { readonly shop_name: string }) | null>
  /** The records of other modules about a customer, newest first. */
  readonly readHistory: (
    db: Db,
    input: {
      customer_id: string
      limit: number
      /** A participation to include, of any age. */
      transaction_id: string | null
    },
  ) => Promise<CustomerHistory>
}
