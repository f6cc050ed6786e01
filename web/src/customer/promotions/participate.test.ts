// @vitest-environment jsdom
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { syncServerTime } from '../../platform/clock/server-clock.ts'
import { removeEveryHold } from '../../platform/storage/saved-hold.ts'
import { crashed, refusal, unreachable, type FakeResponse } from '../../testing/fake-server.ts'
import { sampleId, sampleNow, samples } from '../../testing/samples.ts'
import { server, setUpScreens } from '../../testing/screen-test.tsx'
import { participate } from './participate.ts'

const { hold, participation, session } = samples
const [first, second, third] = [sampleId(11), sampleId(12), sampleId(13)]

setUpScreens()
beforeEach(() => {
  syncServerTime(sampleNow)
  const opened = [first, second, third].map((transaction_id) => ({ ...participation, transaction_id }))
  server.respond(startTransactionCall, ...opened)
})

/** Participates once. @returns the result, and the ids of the participations that were tried */
async function tryWith(response: FakeResponse<typeof reserveCall>, campaign_id = hold.campaign_id) {
  server.respond(reserveCall, response)
  const before = server.requestsOf(reserveCall).length
  const sent = await participate(server.send, { campaign_id, kind: 'event_tickets' }, (participation) =>
    server.send(reserveCall, { body: { ...participation, session_id: session.session_id, quantity: 1 } }),
  )
  const bodies = server.bodiesOf(reserveCall).slice(before) as { transaction_id: string }[]
  return { sent, ids: bodies.map(({ transaction_id }) => transaction_id) }
}

test('each attempt to participate that gets a response has its own participation', async () => {
  expect(await tryWith(hold)).toMatchObject({ sent: { data: hold }, ids: [first] })
  expect((await tryWith(refusal('event-tickets.too-few-left', { k: 1 }))).ids).toEqual([second])
  expect((await tryWith(hold)).ids).toEqual([third])
})

test.each([
  ['the connection was lost', unreachable],
  ['the server failed', crashed],
])(
  'after an attempt to participate in which %s, the next one resumes the same participation',
  async (_what, failure) => {
    await tryWith(failure)
    expect((await tryWith(hold)).ids).toEqual([first])
    expect((await tryWith(hold)).ids).toEqual([second])
  },
)

test('a participation in another campaign is not resumed', async () => {
  await tryWith(unreachable)
  expect((await tryWith(hold, sampleId(20))).ids).toEqual([second])
})

test('unanswered participations in several campaigns are each resumed', async () => {
  await tryWith(unreachable)
  await tryWith(unreachable, sampleId(20))
  expect((await tryWith(hold)).ids).toEqual([first])
  expect((await tryWith(hold, sampleId(20))).ids).toEqual([second])
  expect((await tryWith(hold)).ids).toEqual([third])
})

test.each([
  'campaigns.transaction-reused',
  'campaigns.transaction-unknown',
  'campaigns.transaction-expired',
  'campaigns.transaction-cancelled',
] as const)('a resumed participation that is refused with %s is replaced', async (code) => {
  await tryWith(unreachable)
  expect((await tryWith(refusal(code))).ids).toEqual([first, second])
})

test('a resumed participation that the server is still processing is not replaced', async () => {
  await tryWith(unreachable)
  expect((await tryWith(refusal('campaigns.transaction-processing'))).ids).toEqual([first])
})

test('a participation without a response is not resumed after 900 seconds or after sign-out', async () => {
  await tryWith(unreachable)
  syncServerTime('2026-11-21T15:15:01Z')
  expect((await tryWith(unreachable)).ids).toEqual([second])
  removeEveryHold()
  expect((await tryWith(unreachable)).ids).toEqual([third])
})
