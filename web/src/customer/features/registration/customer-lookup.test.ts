import { customerLookupCall } from '@clube/contract/identity/account-calls.ts'
import { expect, test } from 'vitest'
import { CallFailed } from '../../../parts/call-failed.ts'
import { answer, failing, PretendServer, type Reply } from '../../../testing/pretend-server.ts'
import { lookUpCustomer } from './customer-lookup.ts'

const endpoint = '/api/marketing/customer'
const document_id = '52998224725'
const unregistered = { cpf: document_id, account_status: 'unregistered', email_marketing_subscription: 'no' }

function lookUp(verification_code: string | undefined, ...replies: Reply<typeof customerLookupCall>[]) {
  const server = new PretendServer(expect.unreachable, [answer(customerLookupCall, ...replies)])
  return { server, found: lookUpCustomer(server.send, { document_id, verification_code, endpoint }) }
}

test('without a verification code the server is not called and the document counts as unregistered', async () => {
  const { server, found } = lookUp(undefined)
  expect(await found).toEqual(unregistered)
  expect(server.requests).toEqual([])
})

test('with a verification code the configured endpoint’s response is returned', async () => {
  const customer = {
    cpf: document_id,
    account_status: 'incomplete',
    email_marketing_subscription: 'yes',
  } as const
  const { server, found } = lookUp('ticket', customer)
  expect(await found).toEqual(customer)
  expect(server.requests).toMatchObject([
    {
      call: customerLookupCall,
      query: { verification_code: 'ticket', document_id: '52998224725' },
      endpoint,
    },
  ])
})

test('a failed lookup throws its failure', async () => {
  const failure = { kind: 'unrecognised', status: 200, message: null } as const
  await expect(lookUp('ticket', failing(failure)).found).rejects.toEqual(new CallFailed(failure))
})
