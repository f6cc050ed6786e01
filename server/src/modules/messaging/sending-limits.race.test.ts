import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createLimits } from '../limits/index.ts'
import { reserveSendingSlot, type SendingRequest } from './index.ts'

const database = useDatabase()
const clock = createFakeClock()
let other: Database

beforeAll(() => {
  other = openDatabase(database.url, { poolSize: 10 })
})
afterAll(() => other.close())
beforeEach(async () => {
  clock.set('2026-11-21T12:00:00Z')
  await sql`truncate attempt_counter, sending_pause`.execute(database.db)
})

const maria: SendingRequest = {
  channel: 'sms',
  account_key: 'maria',
  contact: '11987654321',
  is_verified: true,
  customer_id: null,
  code_for: 'password',
  ip: '203.0.113.7',
  is_established: false,
}
const limitsOf = (db: Db, smsPerHour: number) =>
  createLimits(db, { overrides: { 'sms.club': smsPerHour, 'sms-unreserved.club': 1000 }, own_networks: [] })
const reserve = (request: Partial<SendingRequest> = {}, smsPerHour = 1000, db = database.db) =>
  reserveSendingSlot({ db, limits: limitsOf(db, smsPerHour) }, { ...maria, ...request, now: clock.now() })

/** Reserves slots one after another, two minutes apart. */
const reserveSequentially = async (
  vary: (index: number) => Partial<SendingRequest>,
  attempts: number,
  smsPerHour = 1000,
) => {
  const slots = []
  for (let index = 0; index < attempts; index += 1) {
    slots.push(await reserve(vary(index), smsPerHour))
    clock.advance(120_000)
  }
  return slots.map((slot) => (slot.kind === 'exhausted' ? slot.limit : slot.kind))
}

const repeat = (word: string, count: number): string[] => Array.from({ length: count }, () => word)

describe('text messages', () => {
  test('after the number is corrected, the new one gets a text message without a waiting time', async () => {
    expect(await reserve()).toEqual({ kind: 'ok' })
    expect(await reserve({ contact: '11987654322' })).toEqual({ kind: 'ok' })
    expect(await reserve()).toEqual({ kind: 'too-soon', wait_seconds: 120 })
    expect(await reserve({ contact: '11987654322' })).toEqual({ kind: 'too-soon', wait_seconds: 120 })
  })

  test('text messages to one number of an account are at least two minutes apart', async () => {
    expect(await reserve()).toEqual({ kind: 'ok' })
    expect(await reserve()).toEqual({ kind: 'too-soon', wait_seconds: 120 })
    clock.advance(90_500)
    expect(await reserve()).toEqual({ kind: 'too-soon', wait_seconds: 30 })
    clock.advance(29_499)
    expect(await reserve()).toEqual({ kind: 'too-soon', wait_seconds: 1 })
    clock.advance(1)
    expect(await reserve()).toEqual({ kind: 'ok' })
  })

  test('an account gets at most 5 text messages a day', async () => {
    expect(await reserveSequentially(() => ({}), 6)).toEqual([...repeat('ok', 5), 'sms.account'])
    clock.set('2026-11-22T00:00:00Z')
    expect(await reserve()).toEqual({ kind: 'ok' })
  })

  test('a number gets at most 10 text messages a day across all accounts', async () => {
    const outcomes = await reserveSequentially((index) => ({ account_key: `person ${index}` }), 11)
    expect(outcomes).toEqual([...repeat('ok', 10), 'sms.number'])
  })

  test('an IP can request at most 10 text messages an hour, and its network at most 30', async () => {
    const outcomes = await reserveSequentially(
      (index) => ({ account_key: `person ${index}`, contact: `119${10_000_000 + index}` }),
      11,
    )
    expect(outcomes).toEqual([...repeat('ok', 10), 'sms.ip'])
    const neighbors = []
    for (let index = 0; index < 21; index += 1)
      neighbors.push(
        await reserve({
          account_key: `neighbor ${index}`,
          contact: `219${10_000_000 + index}`,
          ip: `203.0.113.${100 + index}`,
        }),
      )
    expect(neighbors).toEqual([
      ...repeat('ok', 20).map((kind) => ({ kind })),
      { kind: 'exhausted', limit: 'sms.network' },
    ])
  })

  test('text messages stop for everyone when the hourly cost limit is reached', async () => {
    const unknownAccount = (index: number) => ({
      account_key: `person ${index}`,
      contact: `119${10_000_000 + index}`,
      ip: `198.51.100.${index}`,
    })
    expect(await reserveSequentially(unknownAccount, 8, 7)).toEqual([...repeat('ok', 7), 'sms.club'])
    clock.set('2026-11-21T13:00:00Z')
    expect(await reserve({}, 7)).toEqual({ kind: 'ok' })
  })

  test('text messages to unknown accounts have the same daily limit', async () => {
    const unknown = () => ({ account_key: 'nobody', contact: null })
    expect(await reserveSequentially(unknown, 6)).toEqual([...repeat('ok', 5), 'sms.account'])
  })

  test('accounts that have not confirmed a number share 5 codes a day, and do not use up its owner’s', async () => {
    const unverified = (index: number) => ({ account_key: `person ${index}`, is_verified: false })
    expect(await reserveSequentially(unverified, 6)).toEqual([...repeat('ok', 5), 'unverified-codes.contact'])
    expect(
      await reserveSequentially((index) => ({ account_key: `owner ${index}`, ip: `10.${index}.0.1` }), 10),
    ).toEqual(repeat('ok', 10))
  })

  test('a refused text message does not count toward the other limits', async () => {
    await reserveSequentially(
      (index) => ({ account_key: `person ${index}`, contact: `119${10_000_000 + index}` }),
      10,
    )
    expect(await reserve()).toEqual({ kind: 'exhausted', limit: 'sms.ip' })
    expect(await reserve({ ip: '203.0.113.8' })).toEqual({ kind: 'ok' })
  })
})

test('an account gets at most 5 e-mails with codes a day, without a minimum interval', async () => {
  const slots = []
  for (let index = 0; index < 6; index += 1) slots.push(await reserve({ channel: 'email', contact: null }))
  expect(slots).toEqual([
    ...repeat('ok', 5).map((kind) => ({ kind })),
    { kind: 'exhausted', limit: 'emails.account' },
  ])
})

test('an IP can request at most 60 e-mails with codes an hour, and its network at most 200', async () => {
  const request = (index: number, ip: string) =>
    reserve({ channel: 'email', account_key: `person ${index}`, contact: `p${index}@exemplo.com.br`, ip })
  const outcomes = []
  for (let index = 0; index < 61; index += 1) outcomes.push(await request(index, '203.0.113.7'))
  expect(outcomes).toEqual([
    ...repeat('ok', 60).map((kind) => ({ kind })),
    { kind: 'exhausted', limit: 'emails.ip' },
  ])
  const neighbors = []
  for (let index = 0; index < 141; index += 1)
    neighbors.push(await request(100 + index, `203.0.113.${100 + (index % 70)}`))
  expect(neighbors).toEqual([
    ...repeat('ok', 140).map((kind) => ({ kind })),
    { kind: 'exhausted', limit: 'emails.network' },
  ])
})

test('devices known for days have their own per-IP limit of e-mails with codes', async () => {
  const request = (index: number) =>
    reserve({
      channel: 'email',
      account_key: `person ${index}`,
      contact: `p${index}@exemplo.com.br`,
      is_established: index >= 60,
    })
  const outcomes = []
  for (let index = 0; index < 181; index += 1) outcomes.push(await request(index))
  expect(outcomes).toEqual([
    ...repeat('ok', 180).map((kind) => ({ kind })),
    { kind: 'exhausted', limit: 'emails-known.ip' },
  ])
})

test('accounts that have not confirmed an e-mail address share 5 codes a day', async () => {
  const slots = []
  for (let index = 0; index < 6; index += 1)
    slots.push(
      await reserve({
        channel: 'email',
        account_key: `person ${index}`,
        contact: 'maria@exemplo.com.br',
        is_verified: false,
      }),
    )
  expect(slots).toEqual([
    ...repeat('ok', 5).map((kind) => ({ kind })),
    { kind: 'exhausted', limit: 'unverified-codes.contact' },
  ])
})

describe('concurrent requests over two connection pools', () => {
  const countGranted = async (
    count: number,
    vary: (index: number) => Partial<SendingRequest>,
    smsPerHour = 1000,
  ) => {
    const slots = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        reserve(vary(index), smsPerHour, index % 2 === 0 ? database.db : other.db),
      ),
    )
    return slots.filter(({ kind }) => kind === 'ok').length
  }

  test('concurrent requests for one account send one text message', async () => {
    expect(await countGranted(64, () => ({}))).toBe(1)
  })

  test('concurrent requests for one account send five e-mails', async () => {
    expect(await countGranted(64, () => ({ channel: 'email' as const }))).toBe(5)
  })

  test('concurrent requests for one number send ten text messages', async () => {
    expect(
      await countGranted(64, (index) => ({ account_key: `person ${index}`, ip: `198.51.100.${index}` })),
    ).toBe(10)
  })

  test('concurrent requests respect the hourly cost limit', async () => {
    const unknownAccount = (index: number) => ({
      account_key: `person ${index}`,
      contact: `119${10_000_000 + index}`,
      ip: `198.51.100.${index}`,
    })
    expect(await countGranted(64, unknownAccount, 13)).toBe(13)
  })
})
