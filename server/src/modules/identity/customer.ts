import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import type { AccountStatus } from '@clube/contract/identity/account-calls.ts'
import { hintsOf, type Hints } from '@clube/contract/identity/hints.ts'
import type { Registration } from '@clube/contract/identity/sign-in-calls.ts'
import type { Vault } from '../vault/index.ts'

/** The vault label of the document columns. */
export const documentLabel = 'customer.document'

/** A stored customer; the document is sealed. */
export type Customer = {
  id: string
  document_type: 'cpf' | 'cnpj'
  document_index: Buffer
  document_sealed: Buffer
  account_status: Exclude<AccountStatus, 'unregistered'>
  name: string | null
  birth_date: string | null
  cellphone: string | null
  email: string | null
  /** When the customer confirmed the contact, or the club vouched for it; null while it may be another person's. */
  cellphone_verified_at: Date | null
  email_verified_at: Date | null
  email_marketing_subscription: 'yes' | 'no'
  created_at: Date
  registered_at: Date | null
  /** Incremented to invalidate all sessions and remembered devices: those of an earlier version are rejected. */
  access_version: number
}

/** A customer's document with all but its middle masked. */
export const maskedDocumentOf = (
  vault: Pick<Vault, 'open'>,
  { document_type, document_sealed }: Pick<Customer, 'document_type' | 'document_sealed'>,
): string => maskDocument({ document_type, document_id: vault.open(documentLabel, document_sealed) })

/** The last three digits of a customer's document, which desks compare; empty once the data have been erased. */
export const documentEndOf = (
  vault: Pick<Vault, 'open'>,
  { document_sealed }: Pick<Customer, 'document_sealed'>,
): string => vault.open(documentLabel, document_sealed).slice(-3)

/** Whether anonymous visitors can learn the state of a document's account. */
export type EnumerationMode = 'spec' | 'strict'

/**
 * The response of check-account for a document (spec §3, §4). Strict mode reports every valid document as "complete"; an
 * incomplete account without hints can only be completed at the desk, so it is reported as complete, too.
 */
export const registrationOf = (
  customer: Customer | undefined,
  mode: EnumerationMode,
): { registration: Registration; hints: Hints } => {
  if (mode === 'strict') return { registration: 'complete', hints: {} }
  if (!customer) return { registration: 'unregistered', hints: {} }
  if (customer.account_status !== 'incomplete') return { registration: 'complete', hints: {} }
  const hints = hintsOf(customer)
  return Object.keys(hints).length === 0
    ? { registration: 'complete', hints: {} }
    : { registration: 'incomplete', hints }
}

/** The name for a greeting: first name, or a company's full name. */
export const greetingName = (customer: Pick<Customer, 'name' | 'document_type'>): string | null => {
  if (!customer.name) return null
  return customer.document_type === 'cpf' ? (customer.name.split(' ', 1)[0] ?? null) : customer.name
}
