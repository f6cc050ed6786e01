import { readPointsCall } from '@clube/contract/points/calls.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSend } from './client.ts'
import type { RawResponse } from './request.ts'

const page = globalThis as { clubeReads?: unknown }
const captcha = { fields: vi.fn(), warmUp: () => {}, discard: () => {} }
const send = createSend({ captcha })
const points = (balance: number) => ({
  balance,
  waiting: [],
  debt: 0,
  expiring: [],
  in_review: { points: 0, receipts: 0, appealed: 0 },
})
const read = async () => {
  const sent = await send(readPointsCall, {})
  return sent.ok ? sent.data.balance : sent.failure.kind
}

let requested: string[] = []
beforeEach(() => {
  requested = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json({ success: true, data: points(2) })
  })
})
afterEach(() => {
  page.clubeReads = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const request = (response: Promise<RawResponse | null>) => {
  page.clubeReads = { urls: ['/api/other', readPointsCall.path], response }
}
const batchOf = (part: object): Promise<RawResponse> =>
  Promise.resolve({
    status: 200,
    body: { success: true, data: [{ status: 404, server_time: null, body: null }, part] },
  })
const pointsPart = { status: 200, server_time: null, body: { success: true, data: points(1) } }

test('what the HTML requested is not requested again until the next read', async () => {
  request(batchOf(pointsPart))
  expect(await Promise.all([read(), read()])).toEqual([1, 2])
  expect(await read()).toBe(2)
  expect(requested).toEqual([readPointsCall.path, readPointsCall.path])
})

test('a part that failed is that failure of its own call', async () => {
  request(batchOf({ status: 500, server_time: null, body: { success: false, message: 'Erro' } }))
  expect(await read()).toBe('server')
  expect(requested).toEqual([])
})

test.each([
  ['did not arrive', null],
  ['was refused', { status: 401, body: { success: false, message: '', code: 'session.required' } }],
  ['is not a batch', { status: 200, body: { success: true, data: [{ status: 200 }] } }],
])('a batch that %s is replaced by single requests', async (_, response) => {
  request(Promise.resolve(response))
  expect(await read()).toBe(2)
})

test('an action discards what was requested before, which may belong to another person', async () => {
  request(batchOf(pointsPart))
  await send(signOutCall, { body: {} })
  expect(await read()).toBe(2)
})

test('an action discards what is still being received', async () => {
  const { promise, resolve } = Promise.withResolvers<RawResponse>()
  request(promise)
  const reading = read()
  await send(signOutCall, { body: {} })
  resolve(await batchOf(pointsPart))
  expect(await reading).toBe(2)
})

test('half a minute after the navigation, everything is requested again', async () => {
  request(batchOf(pointsPart))
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(await read()).toBe(2)
})
