import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Limits } from '../limits/index.ts'
import type { MessageContent } from '../messaging/index.ts'
import type { Vault } from '../vault/index.ts'
import { documentLabel, type EnumerationMode } from './customer.ts'
import type { PasswordHasher } from './password-hashing.ts'

/** Numbers of the limits per address; the defaults are those of docs/security.md. */
export type IdentityLimits = {
  readonly auth_failures_per_address: number
  readonly check_accounts_per_address: number
  readonly check_accounts_per_network: number
}

/** What the club decides about identity. */
export type IdentityRules = {
  readonly club_name: string
  readonly document_types: 'cpf' | 'cnpj' | 'both'
  readonly cnpj: 'alphanumeric' | 'numeric'
  readonly minimum_age: number
  readonly terms_id: string
  readonly passwordless: 'yes' | 'no'
  readonly access_key: string | null
  readonly enumeration: EnumerationMode
  readonly limits: IdentityLimits
}

/** News of the account that every address known of its person is told (docs/security.md "Notices"). */
export type ChangeNotice = {
  readonly customer_id: string
  readonly contacts: {
    readonly emails: readonly (string | null)[]
    readonly cellphones: readonly (string | null)[]
  }
  readonly content: Extract<
    MessageContent,
    { template: 'password-changed' | 'contact-changed' | 'deletion-requested' | 'deletion-given-up' }
  >
}

/** What the use cases of identity work with. */
export type IdentityDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly limits: Limits
  readonly hasher: PasswordHasher
  readonly rules: IdentityRules
  /** The city's name, and proof that state, city and neighbourhood belong together; null when they do not. */
  readonly checkPlace: (place: {
    state_id: number
    city_id: number
    district_id: number | null
  }) => Promise<{ city_name: string } | null>
  /** Records what was accepted; throws when a version is no longer in force. */
  readonly acceptDocuments: (acceptance: {
    db: Db
    customer_id: string
    documents: readonly { kind: string; version: string }[]
    now: Date
    address: string
    service_channel: string
  }) => Promise<void>
  /** Sends a notice if and only if `tx` commits. */
  readonly tellOfChange: (tx: Tx, notice: ChangeNotice) => Promise<void>
  readonly appendAuditLine: AppendAuditLine
}

/** The keyed fingerprint under which a document's account is found. */
export const documentIndexOf = (deps: Pick<IdentityDeps, 'vault'>, document: PersonDocument): Buffer =>
  deps.vault.indexOf(documentLabel, document.document_id)
