import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { MessageContent, SendingRequest, SendingSlot, SendMessage } from '../messaging/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Contact } from '../messaging/index.ts'
import { documentLabel, type EnumerationMode } from './customer.ts'
import type { PasswordHasher } from './password-hashing.ts'

/** The club's identity rules. */
export type IdentityRules = {
  readonly club_name: string
  readonly document_types: 'cpf' | 'cnpj' | 'both'
  readonly cnpj: 'alphanumeric' | 'numeric'
  readonly minimum_age: number
  readonly time_zone: TimeZone
  readonly terms_id: string
  readonly passwordless: 'yes' | 'no'
  readonly access_key: string | null
  readonly enumeration: EnumerationMode
}

/**
 * Account events announced to the given contacts: all known ones, or only confirmed ones for a correction
 * (docs/security.md, "Notification of changes").
 */
export type ChangeNotice = {
  readonly customer_id: string
  readonly contacts: readonly Contact[]
  readonly content: Extract<
    MessageContent,
    {
      template:
        | 'password-changed'
        | 'contact-changed'
        | 'person-corrected'
        | 'device-credential-reused'
        | 'deletion-requested'
        | 'deletion-cancelled'
    }
  >
  /** The requester's IP, for each channel in which the notice counts toward its limit. */
  readonly ips?: Partial<Record<Contact['channel'], string>>
}

type ConsentDocumentToAccept = { readonly id: string; readonly document_hash: Buffer }

/** Dependencies of identity. */
export type IdentityDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly limits: Limits
  readonly hasher: PasswordHasher
  readonly rules: IdentityRules
  /** Checks that state, city and neighborhood match. Returns the city's name, or null. */
  readonly checkPlace: (place: {
    state_id: number
    city_id: number
    district_id: number | null
  }) => Promise<{ city_name: string } | null>
  /**
   * The names in an address that exceed the free-text limit and are neither in the city's lists nor known for
   * the CEP.
   */
  readonly namesTooLong: (address: {
    cep: string
    city_id: number
    neighborhood: string
    street_name: string
  }) => Promise<readonly ('neighborhood' | 'street_name')[]>
  /**
   * The consent documents to accept; null when a required one is missing or a version is no longer in force.
   */
  readonly lockConsentDocuments: (
    tx: Tx,
    documents: readonly { kind: string; version: string }[],
  ) => Promise<readonly ConsentDocumentToAccept[] | null>
  /** Records acceptances. */
  readonly acceptDocuments: (
    tx: Tx,
    acceptance: {
      customer_id: string
      documents: readonly ConsentDocumentToAccept[]
      now: Date
      ip: string
      service_channel: string
    },
  ) => Promise<void>
  readonly random: Random
  readonly sendMessage: SendMessage
  readonly reserveSendingSlot: (request: SendingRequest & { now: Date }) => Promise<SendingSlot>
  /** Sends a notice if and only if `tx` commits. */
  readonly notifyOfChange: (tx: Tx, notice: ChangeNotice) => Promise<void>
  /** Carries the debts of the document's former accounts over to its new account. */
  readonly carryOverDebts: (
    tx: Tx,
    accounts: { former_ids: readonly string[]; customer_id: string; now: Date },
  ) => Promise<void>
  readonly appendAuditLine: AppendAuditLine
}

/** The keyed fingerprint under which a document's account is found. */
export const documentIndexOf = (
  deps: Pick<IdentityDeps, 'vault'>,
  document: { readonly document_id: string },
): Buffer => deps.vault.indexOf(documentLabel, document.document_id)

/** The keyed fingerprint kept for an anonymized account's document; unlike the index, it is not erased. */
export const formerDocumentOf = (deps: Pick<IdentityDeps, 'vault'>, document_index: Buffer): Buffer =>
  deps.vault.indexOf('customer.former-document', document_index.toString('hex'))
