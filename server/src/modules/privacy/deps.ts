import type { Tx } from '../../db/database.ts'
import type { IdentityDeps } from '../identity/index.ts'

/** A person whose account comes to its end, as the capabilities that keep something of them need it. */
export type Leaver = {
  readonly customer_id: string
  /** Fingerprint of the document until now. */
  readonly document_index: Buffer
  /** What stands in its place from now on: no document has it. */
  readonly pseudonym: Buffer
  readonly now: Date
}

/** What the use cases of privacy work with. */
export type PrivacyDeps = {
  readonly identity: IdentityDeps
  /** The deletion was asked for: gives back what only waits for the person, such as places that are held. */
  readonly releasePlaces: (tx: Tx, input: { customer_id: string; now: Date }) => Promise<void>
  /** Makes everything that touches one document happen one after another. */
  readonly takeDocumentTurn: (tx: Tx, document_index: Buffer) => Promise<void>
  /** Takes the person out of everything that other capabilities keep, in the transaction that ends the account. */
  readonly eraseElsewhere: (tx: Tx, person: Leaver) => Promise<void>
}
