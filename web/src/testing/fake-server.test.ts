import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { expect, test } from 'vitest'
import {
  respond,
  crashed,
  invalid,
  FakeServer,
  refusal,
  success,
  unreachable,
  type DeclaredResponse,
} from './fake-server.ts'
import { sampleId, samples } from './samples.ts'

const credentials = { document_id: '52998224725', password: 'Cajueiro-91' }

function start(...responses: DeclaredResponse[]) {
  const errors: string[] = []
  return { server: new FakeServer((error) => errors.push(error), responses), errors }
}

test('the fake server rejects a response that does not match its call’s schema', () => {
  // @ts-expect-error A receipt needs its shop.
  expect(() => respond(listReceiptsCall, [{ ...samples.receipt, shop_name: undefined }])).toThrow(
    'GET /api/marketing/purchase cannot respond with this',
  )
})

test('the fake server rejects a refusal that the call does not declare', () => {
  // @ts-expect-error The code belongs to another call.
  expect(() => respond(listReceiptsCall, refusal('identity.wrong-password'))).toThrow(
    'GET /api/marketing/purchase declares no refusal identity.wrong-password',
  )
})

test('the fake server checks responses computed from the request', async () => {
  const { server, errors } = start(respond(listReceiptsCall, () => [{ ...samples.receipt, points: 0.5 }]))
  void server.send(listReceiptsCall, { query: {} })
  await expect.poll(() => errors).toHaveLength(1)
})

test('the fake server reports a request without a declared response', () => {
  const { server, errors } = start()
  void server.send(listReceiptsCall, { query: {} })
  expect(errors).toEqual(['No response was declared for GET /api/marketing/purchase'])
})

test('the fake server reports a request that its call’s schema rejects', () => {
  const { server, errors } = start(respond(startTransactionCall, refusal('campaigns.unknown')))
  const body = { campaign_id: 'x', kind: 'event_tickets', service_channel: 'site' } as const
  void server.send(startTransactionCall, { body })
  expect(errors[0]).toContain('The body of POST /api/marketing/transaction/start is not valid')
})

test('a declared refusal has the status, message and field of the contract', async () => {
  const { server } = start(respond(signInWithPasswordCall, refusal('identity.wrong-password')))
  const message = 'Senha incorreta. Confira e tente novamente.'
  expect(await server.send(signInWithPasswordCall, { body: credentials })).toMatchObject({
    ok: false,
    failure: {
      status: 401,
      code: 'identity.wrong-password',
      message,
      errors: [{ path: 'password', message }],
    },
  })
})

test('the fake server returns responses in order and repeats the last one', async () => {
  const { server } = start(
    respond(
      listReceiptsCall,
      success([samples.receipt], { next_cursor: sampleId() }),
      unreachable,
      crashed,
      invalid({ path: 'cursor', message: 'Filtro inválido' }),
    ),
  )
  const kinds = []
  for (let request = 0; request < 5; request += 1) {
    const sent = await server.send(listReceiptsCall, { query: {} })
    kinds.push(sent.ok ? sent.next_cursor : sent.failure.kind)
  }
  expect(kinds).toEqual([sampleId(), 'network', 'server', 'invalid', 'invalid'])
})

test('the fake server records the path and query of a request, even one that fails offline', async () => {
  const { server } = start()
  server.hasNetwork = false
  expect(await server.send(listReceiptsCall, { query: { cursor: sampleId() } })).toMatchObject({
    failure: { kind: 'network' },
  })
  expect(server.requestsOf(listReceiptsCall)).toMatchObject([
    { path: '/api/marketing/purchase', query: { cursor: sampleId() } },
  ])
})
