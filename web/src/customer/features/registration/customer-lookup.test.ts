import { expect, test, vi } from 'vitest'
import { CallFailed } from '../../../parts/call-failed.ts'
import type { Send } from '../../../platform/api/client.ts'
import { lookUpCustomer } from './customer-lookup.ts'

const endpoint = '/api/marketing/customer'
const document_id = '52998224725'

test('without a verification code the server is not called and the document counts as unregistered', async () => {
  const send = vi.fn()
  const found = await lookUpCustomer(send as Send, { document_id, verification_code: undefined, endpoint })
  expect(send).not.toHaveBeenCalled()
  expect(found).toEqual({
    cpf: '52998224725',
    account_status: 'unregistered',
    email_marketing_subscription: 'no',
  })
})

test('with a verification code the configured endpoint’s response is merged into the result', async () => {
  const send = vi.fn(async () => ({
    ok: true,
    data: { cpf: '52998224725', account_status: 'incomplete', email_marketing_subscription: 'yes' },
  }))
  const found = await lookUpCustomer(send as unknown as Send, {
    document_id,
    verification_code: 'ticket',
    endpoint,
  })
  expect(send.mock.calls[0]).toMatchObject([
    { path: '/api/marketing/customer' },
    { query: { verification_code: 'ticket', document_id: '52998224725' }, endpoint },
  ])
  expect(found).toMatchObject({ account_status: 'incomplete', email_marketing_subscription: 'yes' })
})

test('a failed lookup throws its failure', async () => {
  const failure = { kind: 'unrecognised', status: 200, message: null } as const
  const send = (async () => ({ ok: false, failure })) as unknown as Send
  const asking = lookUpCustomer(send, { document_id, verification_code: 'ticket', endpoint })
  await expect(asking).rejects.toEqual(new CallFailed(failure))
})
