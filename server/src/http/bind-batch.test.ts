import { batchCall, maxBatchParts } from '@clube/contract/kernel/batch.ts'
import { defineCall } from '@clube/contract/kernel/call.ts'
import { serverTimeHeader } from '@clube/contract/kernel/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createApp } from './app.ts'
import { bindBatch } from './bind-batch.ts'
import { bindForEveryone, createSharedAnswers } from './bind-shared.ts'
import { bindCall, type Binder } from './bind.ts'
import { bindStream, createStreams } from './bind-stream.ts'

const read = { method: 'GET', summary: 'Uma consulta.', data: z.unknown(), refusals: {} } as const
const mineCall = defineCall({ ...read, path: '/api/test/mine', session: 'participant' })
const privateCall = defineCall({ ...read, path: '/api/test/private', session: 'customer' })
const itemCall = defineCall({
  ...read,
  path: '/api/test/items/:item_id',
  params: z.object({ item_id: z.string() }),
  query: z.object({ version: z.optional(z.string()) }),
})
const brokenCall = defineCall({ ...read, path: '/api/test/broken' })
const staffCall = defineCall({ ...read, path: '/api/test/desk', session: 'staff' })
const actionCall = defineCall({ ...read, method: 'POST', path: '/api/test/act' })
const shopsCall = defineCall({ ...read, path: '/api/test/shops', shared: 'everyone' })

const clock = createFakeClock()
let app: FastifyInstance
let attendances: boolean[] = []

beforeEach(async () => {
  attendances = []
  app = await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: '127.0.0.1',
  })
  const binder: Binder = {
    app,
    guards: {
      identifiedAccess: 'participate',
      findSession: async (token, { isAttended } = { isAttended: true }) => {
        attendances.push(isAttended)
        const level = token === 'bia' ? 'customer' : 'identified'
        return { session_id: token, customer_id: token, level, name: null, document_type: 'cpf' }
      },
      findStaffSession: async () => null,
      spendProof: async () => {},
    },
    clock: clock.now,
    secureCookies: false,
    checkResponses: true,
    sharedAnswers: createSharedAnswers(clock.now),
  }
  bindBatch(binder)
  bindCall(binder, mineCall, async ({ session, metadata }) => ({
    data: { of: session.customer_id, ip: metadata.ip, user_agent: metadata.user_agent },
  }))
  bindCall(binder, privateCall, async () => ({ data: 'private' }))
  bindCall(binder, itemCall, async ({ params, query }) => ({ data: { ...params, ...query } }))
  bindCall(binder, brokenCall, async () => {
    throw new Error('Broken')
  })
  bindCall(binder, staffCall, async () => ({ data: 'desk' }))
  bindCall(binder, actionCall, async () => ({ data: 'acted' }))
  bindForEveryone(binder, shopsCall, async () => ['Livraria'])
  app.get('/api/test/items/export', async () => 'not a call')
})
afterEach(() => app.close())

const send = (urls: string, headers: Record<string, string> = { cookie: 'sid=bia' }) =>
  app.inject({ url: `${batchCall.path}?urls=${encodeURIComponent(urls)}`, headers })
type Part = { status: number; server_time: string | null; body: unknown }
const partsOf = async (...sent: Parameters<typeof send>) =>
  (await send(...sent)).json<{ data: Part[] }>().data

test('each part has the response of its own request, in order, for the person, IP and browser of the batch', async () => {
  const headers = { cookie: 'sid=bia', 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Firefox' }
  const parts = await partsOf('/api/test/items/7?version=2,/api/test/mine', headers)
  expect(parts).toMatchObject([
    { status: 200, body: { success: true, data: { item_id: '7', version: '2' } } },
    { status: 200, body: { data: { of: 'bia', ip: '198.51.100.7', user_agent: 'Firefox' } } },
  ])
})

test('a part that fails does not affect the others', async () => {
  const parts = await partsOf('/api/test/broken,/api/test/mine')
  expect(parts.map(({ status }) => status)).toEqual([500, 200])
})

test('every part is authorized on its own: without a password, what requires it is refused', async () => {
  const [refused, granted] = await partsOf('/api/test/private,/api/test/mine', { cookie: 'sid=totem' })
  expect(refused).toMatchObject({ status: 403, body: { code: 'session.password-required' } })
  expect(granted).toMatchObject({ status: 200, body: { data: { of: 'totem' } } })
})

test('a batch needs a session', async () => {
  const response = await send('/api/test/shops', {})
  expect([response.statusCode, response.json()]).toMatchObject([401, { code: 'session.required' }])
})

test('an unattended batch extends the session in none of its parts', async () => {
  await send('/api/test/mine,/api/test/private', { cookie: 'sid=bia', 'x-unattended': 'yes' })
  expect(attendances).toEqual([false, false, false])
})

test('a part with a shared answer has its body and time, even if the browser has cached it', async () => {
  const own = await app.inject({ url: '/api/test/shops' })
  const [shops] = await partsOf('/api/test/shops', {
    cookie: 'sid=bia',
    'if-none-match': String(own.headers['etag']),
  })
  expect(shops).toEqual({
    status: 200,
    server_time: own.headers[serverTimeHeader],
    body: { success: true, data: ['Livraria'] },
  })
})

test.each([
  ['a call of staff', '/api/test/desk'],
  ['an action', '/api/test/act'],
  ['a batch', `${batchCall.path}?urls=x`],
  ['a route that is not a call, although it matches the placeholder of one', '/api/test/items/export'],
  ['an unknown path', '/api/test/unknown'],
  ['another server', '//example.com/api/test/mine'],
  ['a path outside the calls', '/api/../test/mine'],
  ['an encoded path', '/api/test/%6Dine'],
  ['several parameters', '/api/test/items/7?version=1&version=2'],
  ['nothing', ''],
  ['too many parts', Array.from({ length: maxBatchParts + 1 }, (_, n) => `/api/test/items/${n}`).join()],
  ['too long a list', `/api/test/items/${'7'.repeat(5_000)}`],
])('a batch with %s is refused as a whole', async (_, url) => {
  const response = await send(url === '' ? url : `/api/test/mine,${url}`)
  expect(response.statusCode).toBe(422)
  expect(attendances).toEqual([true])
})

test('streams, which never end, cannot be part of a batch', async () => {
  const path = '/api/test/events'
  bindStream(
    { app, guards: { findSession: async () => null } as never, secureCookies: false } as never,
    createStreams(),
    { path, session: 'customer' } as never,
    (() => {}) as never,
  )
  expect((await send(path)).statusCode).toBe(422)
})
