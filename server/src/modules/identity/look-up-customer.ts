import { type AccountStatus, customerLookupCall } from '@clube/contract/identity/account-calls.ts'
import { isSameDocument } from '@clube/contract/brazil/document.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { fingerprint } from '../vault/index.ts'
import { documentLabel } from './customer.ts'
import { findById } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { findTicket } from './flow-store.ts'

const refuse = refusalsOf(customerLookupCall)

/**
 * The state of an account (spec §3 "Customer lookup result"), for the holder of a valid ticket or the signed-in customer.
 * @throws {Refusal} identity.lookup-unauthorized
 */
export const lookUpCustomer = async (
  deps: IdentityDeps,
  input: { verification_code: string | null; document_id: string | null; customer_id: string | null },
): Promise<{
  cpf: string | null
  account_status: AccountStatus
  email_marketing_subscription: 'yes' | 'no'
}> => {
  const ticket = input.verification_code
    ? await findTicket(deps.db, { secret_hash: fingerprint(input.verification_code), now: deps.clock() })
    : undefined
  const id = ticket?.customer_id ?? input.customer_id
  const customer = id ? await findById(deps.db, id) : undefined
  if (!customer) throw refuse('identity.lookup-unauthorized')
  const document_id = deps.vault.open(documentLabel, customer.document_sealed)
  if (input.document_id !== null && !isSameDocument(input.document_id, document_id))
    throw refuse('identity.lookup-unauthorized')
  return {
    cpf: customer.document_type === 'cpf' ? document_id : null,
    account_status: customer.account_status,
    email_marketing_subscription: customer.email_marketing_subscription,
  }
}
