import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import {
  beginProcessing,
  countDeskInquiries,
  createOutcomeSaga,
  findInquiries,
  inquiryPauseSeconds,
  listDeskInquiries,
  previewProcessing,
  type OutcomeAnswer,
} from './index.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })
const kind = 'event_tickets'
const secondMs = 1000
const call = { refusals: transactionRefusals }

type Answer = OutcomeAnswer<{ seat: number }>
const done: Answer = { kind: 'done', result: { seat: 7 } }
const unknown: Answer = { kind: 'unknown', cause: 'timeout' }
const refused: Answer = { kind: 'refused', failure: { code: 'campaigns.exhausted', values: {} } }
const contradiction: Answer = { kind: 'contradiction', cause: 'other-seat' }

/** What the external system answers, in order; the last answer is repeated. */
let answers: (Answer | Promise<Answer>)[] = [done]
let asked: string[] = []
let effects: { kind: 'completed' | 'failed'; id: string; is_late: boolean }[] = []
let enqueued: { name: string; delaySeconds: number | undefined }[] = []
let canSettle = true

beforeEach(() => {
  ;[answers, asked, effects, enqueued, canSettle] = [[done], [], [], [], true]
})

const createSaga = () =>
  createOutcomeSaga<{ seat: number }>(
    {
      get db() {
        return club.database.db
      },
      clock: club.clock.now,
      jobs: {
        enqueue: async (_tx, { name }, _data, delaySeconds) => {
          enqueued.push({ name, delaySeconds })
        },
      },
    },
    {
      kind,
      ask: async (transaction_id) => {
        asked.push(transaction_id)
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? unknown
      },
      complete: async (_tx, settled) => {
        if (!canSettle) throw new Error('The process ends before it settles')
        return settled.map(({ transaction: { id }, is_late, result }) => {
          effects.push({ kind: 'completed', id, is_late })
          return { seat: result.seat }
        })
      },
      fail: async (_tx, { transaction: { id }, is_late }) => {
        effects.push({ kind: 'failed', id, is_late })
      },
    },
  )
const saga = createSaga()

/** A participation in processing, with its inquiry. */
const begin = async () => {
  const { id: campaign_id } = await club.campaign()
  const { customer_id, browser } = await club.join()
  const started = await browser.send(startTransactionCall, { body: { campaign_id, kind } })
  if (!started.ok) throw new Error(started.message)
  const { transaction_id } = started.data
  const attempt = {
    call,
    transaction_id,
    customer_id,
    identified_session_id: null,
    kind,
    time_zone: defaultTimeZone,
    body: { seat: 7 },
  } as const
  const preview = () => previewProcessing(club.database.db, { ...attempt, now: club.clock.now() })
  expect(await preview()).toMatchObject({ kind: 'fresh' })
  await inTransaction(club.database.db, async (tx) => {
    expect(await beginProcessing({ ...attempt, tx, now: club.clock.now() })).toMatchObject({
      kind: 'started',
    })
    await saga.begin(tx, [transaction_id])
  })
  return { transaction_id, preview }
}
const inquiryOf = async (id: string) => (await findInquiries(club.database.db, [id])).get(id)

test('an externally decided participation is completed by the first answer, with its effects once', async () => {
  const { transaction_id, preview } = await begin()
  expect(enqueued).toEqual([{ name: 'ask-about-event_tickets', delaySeconds: 16 }])
  expect(await preview()).toEqual({ kind: 'waiting', state: 'processing' })
  const completed = { kind: 'completed', response: { seat: 7 } }
  expect(await saga.pursue(transaction_id)).toEqual(completed)
  expect(await saga.pursue(transaction_id)).toEqual(completed)
  expect(effects).toEqual([{ kind: 'completed', id: transaction_id, is_late: false }])
  expect(await preview()).toEqual(completed)
  expect(await inquiryOf(transaction_id)).toMatchObject({ state: 'settled', attempts: 1 })
  club.clock.advance(60 * secondMs)
  await saga.askDue()
  expect(asked).toHaveLength(2)
})

test('a refused participation fails with the refusal of its calls', async () => {
  answers = [refused]
  const { transaction_id, preview } = await begin()
  const failure = { code: 'campaigns.exhausted', values: {} }
  expect(await saga.pursue(transaction_id)).toEqual({ kind: 'failed', failure })
  expect(await saga.pursue(transaction_id)).toEqual({ kind: 'failed', failure })
  expect(effects).toEqual([{ kind: 'failed', id: transaction_id, is_late: false }])
  await expect(preview()).rejects.toMatchObject({ code: 'campaigns.exhausted' })
})

test('calls that wait for a request in flight send no further request', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answers = [promise]
  const { transaction_id } = await begin()
  expect(await saga.waitFor(transaction_id)).toEqual({ kind: 'waiting' })
  const pursued = [saga.pursue(transaction_id), saga.pursue(transaction_id), saga.waitFor(transaction_id)]
  resolve(done)
  const completed = { kind: 'completed', response: { seat: 7 } }
  expect(await Promise.all(pursued)).toEqual([completed, completed, completed])
  expect(asked).toHaveLength(1)
})

test('a participation without an answer is asked about again after growing pauses, then by staff', async () => {
  answers = [unknown]
  const { transaction_id, preview } = await begin()
  expect(await saga.pursue(transaction_id)).toEqual({ kind: 'waiting' })
  expect(await preview()).toEqual({ kind: 'waiting', state: 'unknown' })
  for (let attempt = 1; ; attempt += 1) {
    expect(await inquiryOf(transaction_id)).toMatchObject({ attempts: attempt, cause: 'timeout' })
    const pauseSeconds = inquiryPauseSeconds(attempt)
    if (pauseSeconds === null) break
    expect(enqueued.at(-1)).toMatchObject({ delaySeconds: pauseSeconds + 1 })
    club.clock.advance(pauseSeconds * secondMs - 1)
    await saga.askDue()
    expect(asked).toHaveLength(attempt)
    club.clock.advance(1)
    await saga.askDue()
    expect(asked).toHaveLength(attempt + 1)
  }
  expect(await inquiryOf(transaction_id)).toMatchObject({ state: 'desk' })
  expect(await countDeskInquiries(club.database.db, kind)).toBe(1)
  expect(await listDeskInquiries(club.database.db, kind, 5)).toMatchObject([{ transaction_id }])
  club.clock.advance(86_400 * secondMs)
  await saga.askDue()
  expect(asked).toHaveLength(14)

  answers = [done]
  const askAgain = () => inTransaction(club.database.db, (tx) => saga.askAgain(tx, transaction_id))
  expect(await askAgain()).toBe(true)
  expect(await askAgain()).toBe(false)
  await saga.askDue()
  expect(effects).toEqual([{ kind: 'completed', id: transaction_id, is_late: true }])
  expect(await askAgain()).toBe(false)
})

test('pauses of inquiries double from one second to one hour', () => {
  expect([1, 2, 3, 12, 13, 14].map(inquiryPauseSeconds)).toEqual([1, 2, 4, 2048, 3600, null])
})

test('a contradictory answer goes to staff at once, and a later answer to an earlier request does not take it back', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answers = [promise, contradiction]
  const { transaction_id } = await begin()
  const earlier = saga.pursue(transaction_id)
  expect(await createSaga().pursue(transaction_id)).toEqual({ kind: 'waiting' })
  resolve(unknown)
  expect(await earlier).toEqual({ kind: 'waiting' })
  expect(await inquiryOf(transaction_id)).toMatchObject({ state: 'desk', cause: 'other-seat' })
  const settleAs = (answer: typeof done | typeof refused) =>
    inTransaction(club.database.db, (tx) =>
      saga.settleWith(tx, transaction_id, answer as Extract<Answer, { kind: 'done' | 'refused' }>),
    )
  expect(await settleAs(done)).toMatchObject({ kind: 'completed' })
  expect(await settleAs(refused)).toMatchObject({ kind: 'completed' })
  expect(effects).toHaveLength(1)
})

test('a participation whose process ended before it settled is settled by another process', async () => {
  const { transaction_id } = await begin()
  canSettle = false
  await expect(saga.pursue(transaction_id)).rejects.toThrow('ends before')
  canSettle = true
  const other = createSaga()
  await other.askDue()
  expect(effects).toEqual([])
  club.clock.advance(15 * secondMs)
  await Promise.all([other.askDue(), createSaga().askDue(), saga.askDue()])
  expect(effects).toEqual([{ kind: 'completed', id: transaction_id, is_late: false }])
  expect(asked).toHaveLength(2)
})

test('a participation that cannot be settled does not stop the others, and is retried', async () => {
  const first = await begin()
  canSettle = false
  await expect(saga.pursue(first.transaction_id)).rejects.toThrow()
  answers = [done, refused]
  const second = await begin()
  club.clock.advance(15 * secondMs)
  await expect(saga.askDue()).rejects.toThrow(AggregateError)
  // The effects of the transaction that settled both were rolled back.
  expect(effects.at(-1)).toEqual({ kind: 'failed', id: second.transaction_id, is_late: false })
  expect(effects.map(({ id }) => id)).not.toContain(first.transaction_id)
  expect((await saga.pursue(second.transaction_id)).kind).toBe('failed')
  canSettle = true
  answers = [done]
  club.clock.advance(15 * secondMs)
  await saga.askDue()
  expect(effects.at(-1)).toEqual({ kind: 'completed', id: first.transaction_id, is_late: false })
})
