import type { AccountStatus } from '@clube/contract/identity/account-calls.ts'
import { hintsOf, type Hints } from '@clube/contract/identity/hints.ts'
import type { Registration } from '@clube/contract/identity/sign-in-calls.ts'

/** How the document columns are labelled in the vault. */
export const documentLabel = 'customer.document'

/** A stored customer; the document itself is sealed. */
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
  email_marketing_subscription: 'yes' | 'no'
  created_at: Date
  registered_at: Date | null
}

/** Whether an uninvited guesser learns what kind of account a document has. */
export type EnumerationMode = 'spec' | 'strict'

/**
 * What check-account says of a document (spec §3, §4). Strict mode says "complete" to every valid document; an
 * incomplete account without anything to hint at can only be completed at the desk, so it counts as complete too.
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

/** The name for a greeting; companies are greeted whole. */
export const greetingName = (customer: Pick<Customer, 'name' | 'document_type'>): string | null => {
  if (!customer.name) return null
  return customer.document_type === 'cpf' ? (customer.name.split(' ', 1)[0] ?? null) : customer.name
}
