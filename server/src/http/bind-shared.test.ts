import { defineCall } from '@clube/contract/kernel/call.ts'
import { serverTimeHeader } from '@clube/contract/kernel/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contractCalls } from '../testing/contract-calls.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createApp } from './app.ts'
import { bindCall, type Binder } from './bind.ts'
import { bindForEveryone, bindForVisitors, createSharedAnswers } from './bind-shared.ts'

const shopsCall = defineCall({
  method: 'GET',
  path: '/api/test/shops',
  summary: 'Lojas de um andar.',
  query: z.object({ floor: z.string().check(z.maxLength(10)) }),
  data: z.array(z.string()),
  refusals: {},
  shared: 'everyone',
})
const eventCall = defineCall({
  method: 'GET',
  path: '/api/test/event',
  summary: 'Um evento.',
  data: z.object({ title: z.string(), mine: z.nullable(z.string()) }),
  refusals: {},
  shared: 'visitors',
})
const renameCall = defineCall({
  method: 'POST',
  path: '/api/test/rename',
  summary: 'Muda o nome.',
  body: z.object({ title: z.string() }),
  data: z.object({}),
  refusals: {},
  session: 'staff',
  permission: 'events.manage',
})

const clock = createFakeClock()
const person = { level: 'customer', name: null, document_type: 'cpf' } as const
const member = { name: 'Ana', roles: ['marketing'], brand_id: null, can_give_second_signature: true } as const
let app: FastifyInstance
let title = ''
let reads = 0

beforeEach(async () => {
  ;[title, reads] = ['Concerto', 0]
  app = await createApp({ log: pino({ level: 'silent' }), baseUrl: 'http://127.0.0.1', trustProxy: false })
  const binder: Binder = {
    app,
    guards: {
      identifiedAccess: 'participate',
      findSession: async (token) =>
        token === 'bia' ? { ...person, session_id: token, customer_id: token } : null,
      findStaffSession: async (token) => ({ ...member, session_id: token, staff_id: token }),
      spendProof: async () => {},
    },
    clock: clock.now,
    secureCookies: false,
    checkResponses: true,
    sharedAnswers: createSharedAnswers(clock.now),
  }
  bindForEveryone(binder, shopsCall, async ({ query }) => {
    reads += 1
    return [`${title} no ${query.floor}`]
  })
  bindForVisitors(binder, eventCall, {
    read: async () => {
      reads += 1
      return title
    },
    dataOf: (read) => ({ title: read, mine: null }),
    own: async (read, { customer_id }) => ({ title: read, mine: customer_id }),
  })
  bindCall(binder, renameCall, async ({ body }) => {
    ;({ title } = body)
    return { data: {} }
  })
})
afterEach(() => app.close())

const send = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'x-requested-with': 'XMLHttpRequest', ...headers } })
const readEvent = (headers?: Record<string, string>) => send(eventCall.path, headers)
const dataOf = (response: { json: () => unknown }) => (response.json() as { data: unknown }).data

test('people who ask at once share one read, and so do all within a second', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => readEvent()))
  title = 'Baile'
  clock.advance(999)
  responses.push(await readEvent())
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(reads).toBe(1)
  clock.advance(1)
  expect(dataOf(await readEvent())).toEqual({ title: 'Baile', mine: null })
  expect(reads).toBe(2)
})

test('a browser that has the answer gets 304, until the answer changes', async () => {
  const first = await readEvent()
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  clock.advance(5000)
  const same = await readEvent({ 'if-none-match': `"other", W/${etag}` })
  expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag])
  expect(same.headers[serverTimeHeader]).toBe(clock.now().toISOString())
  title = 'Baile'
  clock.advance(1000)
  const changed = await readEvent({ 'if-none-match': etag })
  expect([changed.statusCode, dataOf(changed)]).toEqual([200, { title: 'Baile', mine: null }])
})

test('the time is not part of a shared answer, so that its tag remains', async () => {
  const { headers, body } = await send(`${shopsCall.path}?floor=térreo`)
  expect(JSON.parse(body)).toEqual({ success: true, data: ['Concerto no térreo'] })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    [serverTimeHeader]: clock.now().toISOString(),
  })
})

test('signed-in people get their own answer, which nothing may store', async () => {
  const visitor = await readEvent()
  const etag = String(visitor.headers['etag'])
  const own = await readEvent({ cookie: 'sid=bia', 'if-none-match': etag })
  expect([own.statusCode, dataOf(own)]).toEqual([200, { title: 'Concerto', mine: 'bia' }])
  expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'cookie' })
  expect(own.headers['etag']).toBeUndefined()
  const afterwards = await readEvent({ cookie: 'sid=ended' })
  expect(afterwards.body).toBe(visitor.body)
  expect(afterwards.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'cookie' })
  expect(reads).toBe(1)
})

test('an action of staff is seen at once in its process', async () => {
  await readEvent()
  const renamed = await app.inject({
    method: 'POST',
    url: renameCall.path,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin', cookie: 'staff=ana' },
    payload: { title: 'Baile' },
  })
  expect(renamed.statusCode).toBe(200)
  expect(dataOf(await readEvent())).toEqual({ title: 'Baile', mine: null })
})

test('other parameters have another answer, and invalid ones none', async () => {
  const floors = await Promise.all(['1', '2'].map((floor) => send(`${shopsCall.path}?floor=${floor}`)))
  expect(floors.map(dataOf)).toEqual([['Concerto no 1'], ['Concerto no 2']])
  expect((await send(`${shopsCall.path}?floor=${'9'.repeat(11)}`)).statusCode).toBe(422)
  expect(reads).toBe(2)
})

test('parameters that are not declared do not make an answer of their own', async () => {
  await send(`${shopsCall.path}?floor=1&other=1`)
  await send(`${shopsCall.path}?other=2&floor=1`)
  expect(reads).toBe(1)
})

test('a call that knows its caller cannot be shared', async () => {
  const binder = { app } as Binder
  const call = { method: 'GET', path: '/api/test/mine', summary: '', data: z.string(), refusals: {} } as const
  const read = async () => ''
  expect(() => {
    // @ts-expect-error not declared as shared
    bindForEveryone(binder, call, read)
  }).toThrow('needs shared answers')
  expect(() => {
    // @ts-expect-error requires a session
    bindForEveryone(binder, { ...call, shared: 'everyone', session: 'customer' } as const, read)
  }).toThrow('needs shared answers')
  expect(() => {
    // @ts-expect-error an answer for everyone has no session
    bindForEveryone(binder, { ...call, shared: 'everyone' } as const, async ({ session }) => String(session))
  }).toThrow('needs shared answers')
  expect(() => {
    // @ts-expect-error visitors get another answer than signed-in people
    bindForEveryone(binder, eventCall, async () => ({ title, mine: null }))
  }).toThrow('needs shared answers')
})

test('every public read is shared, except for searches and those that depend on a person or a proof', async () => {
  const calls = await contractCalls()
  const own = calls.filter(({ method, session, shared }) => method === 'GET' && !session && !shared)
  expect(own.map(({ path }) => path).toSorted()).toEqual([
    '/api/auth/shd/external/session-end',
    '/api/auth/shd/recovery-options',
    '/api/captcha/altcha',
    '/api/core/address/city',
    '/api/core/address/lookup',
    '/api/core/address/neighborhood',
    '/api/core/address/postal-address',
    '/api/core/address/street',
    '/api/marketing/customer',
    '/api/staff/enrollment',
  ])
})
