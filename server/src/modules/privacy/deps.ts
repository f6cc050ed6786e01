import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { FingerprintReason } from '@clube/contract/privacy/deletion.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Random } from '../../ports/random.ts'
import type { SubjectSince } from '../audit/index.ts'
import type { IdentityDeps } from '../identity/index.ts'

/** An account to erase, with the data that other modules need for it. */
export type AccountToErase = {
  readonly customer_id: string
  /** Current fingerprint of the document. */
  readonly document_index: Buffer
  /** Its replacement, which matches no document. */
  readonly pseudonym: Buffer
  readonly now: Date
}

/** Dependencies of privacy. */
export type PrivacyDeps = {
  readonly identity: IdentityDeps
  readonly random: Random
  /** Called when deletion is requested: releases the customer's unused holdings, such as held places. */
  readonly releaseOnDeletion: (tx: Tx, input: { customer_id: string; now: Date }) => Promise<void>
  /** Whether the customer has a valid ticket or voucher. */
  readonly hasValidVouchers: (tx: Tx, input: { customer_id: string; now: Date }) => Promise<boolean>
  /** All data that promotions store about the customer. */
  readonly readOwnPromotionData: (customer_id: string) => Promise<Record<string, unknown>>
  /** Audit lines of promotions in which staff saw or handled a person's data, by their action. */
  readonly promotionDataAccesses: Readonly<Record<string, DataAccessDescription>>
  /** Locks a document, serializing everything that affects it. */
  readonly lockDocument: (tx: Tx, document_index: Buffer) => Promise<void>
  /** Erases the person from other modules' data, in the transaction that anonymizes the account. */
  readonly eraseElsewhere: (tx: Tx, person: AccountToErase) => Promise<void>
  /** Why the document's fingerprint must be kept after the erasure; null when nothing requires it. */
  readonly fingerprintReason: (tx: Tx, customer_id: string) => Promise<FingerprintReason | null>
  /** Subjects of other modules that belong to the person, as named in audit lines. */
  readonly listSubjects: (db: Db, customer_id: string) => Promise<readonly SubjectSince[]>
  /** Current roles of staff members by id; former members are omitted or have none. */
  readonly rolesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { roles: readonly Role[] }>>
}
