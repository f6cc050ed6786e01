import { customerLookupCall } from '@clube/contract/identity/account-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { Send } from '../../../platform/api/client.ts'
import { dataOf } from '../../../parts/call-failed.ts'

export type CustomerLookup = DataOf<typeof customerLookupCall>

/**
 * The account status of a verified document. Without a verification code the server is not called and the document
 * counts as unregistered (spec §5).
 * @throws {CallFailed}
 */
export async function lookUpCustomer(
  send: Send,
  input: {
    document_id: string
    verification_code: string | undefined
    endpoint: string
    signal?: AbortSignal
  },
): Promise<CustomerLookup> {
  const { document_id, verification_code, endpoint, signal } = input
  if (verification_code === undefined)
    return { cpf: document_id, account_status: 'unregistered', email_marketing_subscription: 'no' }
  return dataOf(send(customerLookupCall, { query: { verification_code, document_id }, endpoint, signal }))
}
