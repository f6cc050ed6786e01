import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { describe, expect, test } from 'vitest'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  cancelTransactionCall,
  listTransactionsCall,
  readTransactionCall,
  reverseTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { inTransaction } from '../../db/database.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { searchAudit } from '../audit/index.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import {
  beginProcessing,
  eraseParticipations,
  executeEachOnce,
  executeOnce,
  expireTransactions,
  listWaitingTransactions,
  settle,
  type Settlement,
} from './index.ts'

const reversed: string[] = []
const club = useCampaignsClub({
  event_tickets: {
    ...noopPromotion,
    reverse: async (_tx, { transaction }) => reversed.push(transaction.id) > 0,
  },
})

const begin = async (browser: TestBrowser, campaign_id: string, change: object = {}) =>
  browser.send(startTransactionCall, { body: { campaign_id, kind: 'event_tickets', ...change } })

/** A customer with an open participation in a campaign. */
const open = async (change: Parameters<typeof club.campaign>[0] = {}) => {
  const campaign = await club.campaign(change)
  const person = await club.join()
  const response = await begin(person.browser, campaign.id)
  if (!response.ok) throw new Error(JSON.stringify(response))
  return { ...person, ...response.data, campaign_id: campaign.id }
}
type Open = Awaited<ReturnType<typeof open>>

/** A call that completes a participation, with its own refusal. */
const call = {
  refusals: {
    ...transactionRefusals,
    'partner.not-authorized': { status: 409, message: 'O parceiro {partner} não autorizou.' },
  },
} as const

let effects = 0
const complete = (
  { customer_id, transaction_id }: Pick<Open, 'customer_id' | 'transaction_id'>,
  body: object = { seats: 2 },
  change: { kind?: 'event_tickets' | 'free_gifts'; campaign_id?: string } = {},
) =>
  inTransaction(club.database.db, (tx) =>
    executeOnce({
      call,
      tx,
      transaction_id,
      customer_id,
      identified_session_id: null,
      kind: 'event_tickets',
      now: club.clock.now(),
      time_zone: defaultTimeZone,
      body,
      work: async () => ({ effect: (effects += 1) }),
      ...change,
    }),
  )
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code,
  )
const state = async ({ browser, transaction_id }: Open) => {
  const response = await browser.send(readTransactionCall, { params: { transaction_id } })
  return response.ok ? response.data.state : response.code
}

describe('starting a participation', () => {
  test('starting a participation returns a protocol and an expiry in an hour; a double tap returns the same participation', async () => {
    const { browser, transaction_id, protocol, expires_at, campaign_id } = await open()
    expect(protocol).toMatch(/^2026-\d{6}-\d$/)
    expect(expires_at).toBe('2026-12-10T16:00:00.000Z')
    expect(await begin(browser, campaign_id)).toMatchObject({
      status: 200,
      data: { transaction_id, protocol },
    })
  })

  test('starting a participation requires a session, an active campaign and a matching kind', async () => {
    const { id: campaign_id } = await club.campaign()
    const { browser } = await club.join()
    expect(await begin(club.visitor(), campaign_id)).toMatchObject({ status: 401 })
    expect(await begin(browser, '01890000-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      message: 'Promoção não encontrada.',
    })
    expect(await begin(browser, campaign_id, { kind: 'free_gifts' })).toMatchObject({ status: 404 })
    await club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'pause' } })
    expect(await begin(browser, campaign_id)).toMatchObject({ status: 409, code: 'campaigns.paused' })
  })

  test('starting a participation respects the limit per person, which ignores participations without an outcome', async () => {
    const first = await open({ limit_per_customer: 1 })
    await first.browser.send(cancelTransactionCall, { body: { transaction_id: first.transaction_id } })
    const second = await begin(first.browser, first.campaign_id)
    if (!second.ok) throw new Error(second.message)
    expect(second.data.transaction_id).not.toBe(first.transaction_id)
    await complete({ ...first, ...second.data })
    expect(await begin(first.browser, first.campaign_id)).toMatchObject({
      status: 409,
      message: 'Você já atingiu o limite de 1 participação nesta promoção.',
    })
  })

  test('a new participation can be started after an expired one', async () => {
    const first = await open()
    club.clock.advance(3600_000)
    const second = await begin(first.browser, first.campaign_id)
    expect(second.ok && second.data.transaction_id).not.toBe(first.transaction_id)
    expect(await state(first)).toBe('expired')
    club.clock.advance(-3600_000)
  })

  test('a participation with unusable receipts is refused and not left open', async () => {
    const { id: campaign_id } = await club.campaign()
    const { browser } = await club.join()
    const purchase_ids = ['01890000-0000-7000-8000-000000000000']
    expect(await begin(browser, campaign_id, { purchase_ids })).toMatchObject({
      status: 409,
      message: 'Uma das notas escolhidas não pode ser usada nesta promoção.',
    })
    expect(await browser.send(listTransactionsCall)).toMatchObject({ data: [], next_cursor: null })
  })
})

describe('one outcome', () => {
  test('completing a participation again with the same body, in any field order, returns the first response', async () => {
    const person = await open()
    const first = await complete(person, { seats: 2, session: { id: 1, row: null } })
    expect(first.repeated).toBe(false)
    expect(await complete(person, { session: { row: null, id: 1 }, seats: 2 })).toEqual({
      response: first.response,
      repeated: true,
    })
    expect(await state(person)).toBe('completed')
  })

  test('completing a participation again with a different body is refused', async () => {
    const person = await open()
    await complete(person)
    expect(await codeOf(complete(person, { seats: 3 }))).toBe('campaigns.transaction-reused')
  })

  test('participations of other customers, kinds and campaigns are not found', async () => {
    const person = await open()
    const { customer_id } = await club.join()
    const unknown = 'campaigns.transaction-unknown'
    expect(await codeOf(complete({ ...person, customer_id }))).toBe(unknown)
    expect(await codeOf(complete(person, {}, { kind: 'free_gifts' }))).toBe(unknown)
    expect(await codeOf(complete(person, {}, { campaign_id: customer_id }))).toBe(unknown)
    expect(await codeOf(complete({ ...person, transaction_id: customer_id }))).toBe(unknown)
    expect(await state(person)).toBe('open')
  })

  test('a participation can be completed after 3599 s, but not after 3600 s', async () => {
    const [early, late] = [await open(), await open()]
    club.clock.advance(3_599_999)
    expect(await codeOf(complete(early))).toBe('ok')
    club.clock.advance(1)
    expect(await codeOf(complete(late))).toBe('campaigns.transaction-expired')
    expect(await codeOf(complete(early))).toBe('ok')
    club.clock.advance(-3_600_000)
  })

  test('an ended campaign accepts no new outcome but still returns stored responses', async () => {
    const person = await open()
    const done = { ...person, ...(await open()) }
    await complete(done)
    for (const { campaign_id } of [person, done])
      await club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'end' } })
    expect(await codeOf(complete(person))).toBe('campaigns.ended')
    expect(await codeOf(complete(done))).toBe('ok')
  })

  test('an exception while completing a participation leaves it open', async () => {
    const person = await open()
    const { transaction_id, customer_id } = person
    const failing = inTransaction(club.database.db, (tx) =>
      executeOnce({
        call,
        tx,
        transaction_id,
        customer_id,
        identified_session_id: null,
        kind: 'event_tickets',
        now: club.clock.now(),
        time_zone: defaultTimeZone,
        body: {},
        work: () => Promise.reject(new Error('no seat')),
      }),
    )
    await expect(failing).rejects.toThrow('no seat')
    expect(await state(person)).toBe('open')
    expect((await complete(person)).repeated).toBe(false)
  })

  test('in a batch, each participation gets its own result, and two attempts at one have one effect', async () => {
    const [one, two, refused] = [await open(), await open(), await open()]
    const attempt = ({ transaction_id, customer_id }: Open, body: object) => ({
      transaction_id,
      customer_id,
      identified_session_id: null,
      body,
    })
    const outcomes = await inTransaction(club.database.db, (tx) =>
      executeEachOnce({
        call,
        tx,
        kind: 'event_tickets',
        now: club.clock.now(),
        time_zone: defaultTimeZone,
        attempts: [
          attempt(one, { n: 1 }),
          attempt(two, { n: 2 }),
          attempt(one, { n: 1 }),
          attempt(one, { n: 9 }),
          attempt(refused, { n: 3 }),
          { ...attempt(two, { n: 2 }), customer_id: one.customer_id },
        ],
        work: async (fresh) =>
          new Map(
            fresh.map(({ transaction, body }) => [
              transaction.id,
              transaction.id === refused.transaction_id
                ? { refusal: Object.assign(new Error(), { code: 'x' }) as never }
                : { response: body },
            ]),
          ),
      }),
    )
    expect(outcomes).toMatchObject([
      { ok: true, response: { n: 1 }, repeated: false },
      { ok: true, response: { n: 2 }, repeated: false },
      { ok: true, response: { n: 1 }, repeated: true },
      { ok: false, refusal: { code: 'campaigns.transaction-reused' } },
      { ok: false, refusal: { code: 'x' } },
      { ok: false, refusal: { code: 'campaigns.transaction-unknown' } },
    ])
    expect([await state(one), await state(two), await state(refused)]).toEqual([
      'completed',
      'completed',
      'open',
    ])
  })
})

describe('an externally decided outcome', () => {
  const beginExternal = ({ transaction_id, customer_id }: Open, body: object = { points: 500 }) =>
    inTransaction(club.database.db, (tx) =>
      beginProcessing({
        call,
        tx,
        transaction_id,
        customer_id,
        identified_session_id: null,
        kind: 'event_tickets',
        now: club.clock.now(),
        time_zone: defaultTimeZone,
        body,
      }),
    )
  const settleExternal = ({ transaction_id }: Open, settlement: Settlement) =>
    inTransaction(club.database.db, (tx) => settle(tx, { transaction_id, now: club.clock.now(), settlement }))

  test('an external outcome is started once, stays pending, and is settled once', async () => {
    const person = await open()
    expect(await beginExternal(person)).toMatchObject({ kind: 'started' })
    expect(await beginExternal(person)).toEqual({ kind: 'waiting', state: 'processing' })
    expect(await codeOf(beginExternal(person, { points: 600 }))).toBe('campaigns.transaction-reused')
    expect(await settleExternal(person, { state: 'completed', response: { credited: 500 } })).toBe(true)
    expect(await settleExternal(person, { state: 'completed', response: { credited: 500 } })).toBe(false)
    expect(await beginExternal(person)).toEqual({ kind: 'completed', response: { credited: 500 } })
  })

  test('an unknown external outcome is listed and can be reconciled', async () => {
    const person = await open()
    await beginExternal(person)
    expect(await settleExternal(person, { state: 'unknown' })).toBe(true)
    expect(await settleExternal(person, { state: 'unknown' })).toBe(false)
    const afterStart = new Date(club.clock.now().getTime() + 1)
    const waiting = await listWaitingTransactions(club.database.db, 'event_tickets', afterStart)
    expect(waiting.map(({ id }) => id)).toEqual([person.transaction_id])
    const failure = { code: 'partner.not-authorized', values: { partner: 'Milhas' } }
    expect(await settleExternal(person, { state: 'failed', failure })).toBe(true)
    await expect(beginExternal(person)).rejects.toMatchObject(failure)
  })

  test('a stored failure that the call does not declare becomes a general refusal', async () => {
    const person = await open()
    await beginExternal(person)
    const failure = { code: 'partner.nonsense', values: {} }
    expect(await settleExternal(person, { state: 'failed', failure })).toBe(true)
    expect(await codeOf(beginExternal(person))).toBe('campaigns.transaction-failed')
    expect(await codeOf(complete(person, { points: 500 }))).toBe('campaigns.transaction-failed')
  })

  test('a participation waiting for an external outcome neither expires nor can be cancelled', async () => {
    const person = await open()
    await beginExternal(person)
    club.clock.advance(7200_000)
    expect(await state(person)).toBe('processing')
    expect(
      await person.browser.send(cancelTransactionCall, { body: { transaction_id: person.transaction_id } }),
    ).toMatchObject({ status: 409, code: 'campaigns.transaction-not-open' })
    club.clock.advance(-7200_000)
  })

  test('an external outcome cannot be settled before it is started', async () => {
    const person = await open()
    expect(await settleExternal(person, { state: 'completed', response: {} })).toBe(false)
    expect(await state(person)).toBe('open')
  })
})

describe('a customer’s participations', () => {
  test('a customer’s participations are listed in pages, newest first, and are invisible to other customers', async () => {
    const { browser } = await club.join()
    const other = await club.join()
    const ids: string[] = []
    for (let number = 0; number < 23; number += 1) {
      const campaign = await club.campaign()
      const response = await begin(browser, campaign.id)
      if (response.ok) ids.unshift(response.data.transaction_id)
    }
    const first = await browser.send(listTransactionsCall)
    if (!first.ok) throw new Error(first.message)
    const second = await browser.send(listTransactionsCall, { query: { cursor: first.next_cursor ?? '' } })
    if (!second.ok) throw new Error(second.message)
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([20, 3, null])
    expect([...first.data, ...second.data].map((item) => item.transaction_id)).toEqual(ids)
    const params = { transaction_id: ids[0] ?? '' }
    expect((await browser.send(readTransactionCall, { params })).status).toBe(200)
    expect(await other.browser.send(readTransactionCall, { params })).toMatchObject({
      status: 404,
      message: 'Participação não encontrada.',
    })
    expect((await club.visitor().send(listTransactionsCall)).status).toBe(401)
  })

  test('cancelling an open participation is idempotent', async () => {
    const person = await open()
    const cancel = () =>
      person.browser.send(cancelTransactionCall, { body: { transaction_id: person.transaction_id } })
    const first = await cancel()
    expect(first).toMatchObject({
      status: 200,
      message: 'Participação cancelada.',
      data: { state: 'cancelled' },
    })
    expect(await cancel()).toMatchObject({ status: 200, data: first.ok ? first.data : {} })
    expect(await codeOf(complete(person))).toBe('campaigns.transaction-cancelled')
    const other = await club.join()
    expect(
      await other.browser.send(cancelTransactionCall, { body: { transaction_id: person.transaction_id } }),
    ).toMatchObject({ status: 404 })
  })

  test('the maintenance job marks participations past their deadline as expired', async () => {
    const person = await open()
    club.clock.advance(3_600_000)
    await expireTransactions(club.deps)
    club.clock.advance(-3_600_000)
    expect(await state(person)).toBe('expired')
  })
})

describe('reversal by staff', () => {
  test('staff can reverse a completed participation once, which is audited', async () => {
    const person = await open()
    const desk = club.staff('bia', 'approver')
    const body = { protocol: person.protocol, reason: 'Pedido do cliente no balcão.' }
    expect(await desk.send(reverseTransactionCall, { body })).toMatchObject({
      status: 409,
      message: 'Só uma participação concluída pode ser estornada.',
    })
    await complete(person)
    expect((await club.staff('ana', 'marketing').send(reverseTransactionCall, { body })).status).toBe(403)
    expect(await desk.send(reverseTransactionCall, { body })).toMatchObject({
      status: 200,
      data: { state: 'reversed' },
    })
    expect((await desk.send(reverseTransactionCall, { body })).status).toBe(409)
    expect(reversed).toEqual([person.transaction_id])
    expect(await codeOf(complete(person))).toBe('campaigns.transaction-reversed')
    const subject_id = person.transaction_id
    const { lines } = await searchAudit(club.database.db, { subject_id, cursor: null, limit: 5 })
    expect(lines).toMatchObject([{ sentence: `Estornou a participação ${person.protocol}.` }])
    const wrong = {
      ...body,
      protocol: person.protocol.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    }
    expect((await desk.send(reverseTransactionCall, { body: wrong })).status).toBe(404)
  })
})

test('erasing a customer clears the stored responses of participations', async () => {
  const person = await open()
  await inTransaction(club.database.db, (tx) =>
    executeOnce({
      call,
      tx,
      ...person,
      identified_session_id: null,
      kind: 'event_tickets',
      now: club.clock.now(),
      time_zone: defaultTimeZone,
      body: { attendee: 'Ana Lúcia' },
      work: async () => ({ attendee: 'Ana Lúcia' }),
    }),
  )
  await inTransaction(club.database.db, (tx) => eraseParticipations(club.deps, tx, person.customer_id))
  const row = await club.database.db
    .selectFrom('promotion_transaction')
    .selectAll()
    .where('id', '=', person.transaction_id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'completed', response: {} })
  expect(JSON.stringify(row)).not.toContain('Ana')
})
