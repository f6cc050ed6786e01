// @vitest-environment jsdom
import type { Call } from '@clube/contract/kernel/call.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Send } from '../../platform/api/client.ts'
import type { Failure, Sent } from '../../platform/api/failure.ts'
import { noteServerTime } from '../../platform/clock/server-clock.ts'
import { removeEveryHold } from '../../platform/storage/saved-hold.ts'
import { participate } from './participate.ts'

const answered = <Data>(data: Data): Sent<Data> => ({
  ok: true,
  data,
  message: null,
  status: 200,
  server_time: null,
  next_cursor: null,
})
const lost: Sent<string> = { ok: false, failure: { kind: 'network', during: 'call' } }
const refused = (code: string): Sent<string> => ({
  ok: false,
  failure: { kind: 'refused', status: 409, code, message: code, errors: [] } satisfies Failure,
})

let started: number
// A pretend server of one call: it opens p1, p2 and so on.
const send = (async (_call: Call) => answered({ transaction_id: `p${(started += 1)}` })) as unknown as Send
const start = { campaign_id: 'c1', kind: 'free_gifts' } as const
const tryWith = async (answer: Sent<string>, campaign_id = 'c1') => {
  const complete = vi.fn(async (_participation: { transaction_id: string }) => answer)
  const sent = await participate(send, { ...start, campaign_id }, complete)
  return { sent, ids: complete.mock.calls.map(([{ transaction_id }]) => transaction_id) }
}

beforeEach(() => {
  localStorage.clear()
  noteServerTime('2026-11-21T15:00:00Z')
  started = 0
})

test('each answered attempt has its own participation', async () => {
  expect(await tryWith(answered('gift'))).toMatchObject({ sent: { data: 'gift' }, ids: ['p1'] })
  expect((await tryWith(refused('free-gifts.none-left'))).ids).toEqual(['p2'])
  expect((await tryWith(answered('gift'))).ids).toEqual(['p3'])
})

test.each<[string, Failure]>([
  ['the connection was lost', { kind: 'network', during: 'call' }],
  ['the server failed', { kind: 'server', status: 503, request_id: null }],
])('after an attempt in which %s, the next one resumes its participation', async (_what, failure) => {
  await tryWith({ ok: false, failure })
  expect((await tryWith(answered('gift'))).ids).toEqual(['p1'])
  expect((await tryWith(answered('gift'))).ids).toEqual(['p2'])
})

test('a participation in another campaign is not resumed', async () => {
  await tryWith(lost)
  expect((await tryWith(answered('gift'), 'c2')).ids).toEqual(['p2'])
})

test.each([
  'campaigns.transaction-reused',
  'campaigns.transaction-unknown',
  'campaigns.transaction-expired',
  'campaigns.transaction-cancelled',
])('a resumed participation that is refused with %s is replaced', async (code) => {
  await tryWith(lost)
  expect((await tryWith(refused(code))).ids).toEqual(['p1', 'p2'])
})

test('a resumed participation that is in processing is not replaced', async () => {
  await tryWith(lost)
  expect((await tryWith(refused('campaigns.transaction-processing'))).ids).toEqual(['p1'])
})

test('an unanswered participation is forgotten after 900 seconds and when the account is left', async () => {
  await tryWith(lost)
  noteServerTime('2026-11-21T15:15:01Z')
  expect((await tryWith(lost)).ids).toEqual(['p2'])
  removeEveryHold()
  expect((await tryWith(lost)).ids).toEqual(['p3'])
})
