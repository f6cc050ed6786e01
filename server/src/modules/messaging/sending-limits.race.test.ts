import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../db/database.ts'
import { useDatabase } from '../../testing/database.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { takeSendingSlot, type SendingRequest } from './index.ts'

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
  cellphone: '11987654321',
  address: '203.0.113.7',
}
const take = (request: Partial<SendingRequest> = {}, smsPerHour = 1000, db = database.db) =>
  takeSendingSlot({ db, smsPerHour }, { ...maria, ...request, now: clock.now() })

/** Takes as many slots as there are, each as late as it must be. */
const takeAll = async (
  vary: (index: number) => Partial<SendingRequest>,
  tries: number,
  smsPerHour = 1000,
) => {
  const slots = []
  for (let index = 0; index < tries; index += 1) {
    slots.push(await take(vary(index), smsPerHour))
    clock.advance(120_000)
  }
  return slots.map((slot) => (slot.at === 'exhausted' ? slot.scope : slot.at))
}

const many = (word: string, count: number): string[] => Array.from({ length: count }, () => word)

describe('text messages', () => {
  test('to one account are two minutes apart', async () => {
    expect(await take()).toEqual({ at: 'ok' })
    expect(await take()).toEqual({ at: 'too-soon', wait_seconds: 120 })
    clock.advance(90_500)
    expect(await take()).toEqual({ at: 'too-soon', wait_seconds: 30 })
    clock.advance(29_499)
    expect(await take()).toEqual({ at: 'too-soon', wait_seconds: 1 })
    clock.advance(1)
    expect(await take()).toEqual({ at: 'ok' })
  })

  test('are 5 a day for an account', async () => {
    expect(await takeAll(() => ({}), 6)).toEqual([...many('ok', 5), 'sms-account'])
    clock.set('2026-11-22T00:00:00Z')
    expect(await take()).toEqual({ at: 'ok' })
  })

  test('are 10 a day for a number, whoever says it is theirs', async () => {
    const taken = await takeAll((index) => ({ account_key: `person ${index}` }), 11)
    expect(taken).toEqual([...many('ok', 10), 'sms-number'])
  })

  test('are 20 a day for an address', async () => {
    const taken = await takeAll(
      (index) => ({ account_key: `person ${index}`, cellphone: `119${10_000_000 + index}` }),
      21,
    )
    expect(taken).toEqual([...many('ok', 20), 'sms-address'])
  })

  test('stop for everybody when the hour has cost enough', async () => {
    const stranger = (index: number) => ({
      account_key: `person ${index}`,
      cellphone: `119${10_000_000 + index}`,
      address: `198.51.100.${index}`,
    })
    expect(await takeAll(stranger, 8, 7)).toEqual([...many('ok', 7), 'sms-spend'])
    clock.set('2026-11-21T13:00:00Z')
    expect(await take({}, 7)).toEqual({ at: 'ok' })
  })

  test('to unknown people run into the same limits', async () => {
    const nobody = () => ({ account_key: 'nobody', cellphone: null })
    expect(await takeAll(nobody, 6)).toEqual([...many('ok', 5), 'sms-account'])
  })

  test('that are refused cost nothing: the address used up leaves the account its turn', async () => {
    await takeAll((index) => ({ account_key: `person ${index}`, cellphone: `119${10_000_000 + index}` }), 20)
    expect(await take()).toEqual({ at: 'exhausted', scope: 'sms-address' })
    expect(await take({ address: '203.0.113.8' })).toEqual({ at: 'ok' })
  })
})

test('e-mails with codes are 5 a day for an account, without a pause', async () => {
  const slots = []
  for (let index = 0; index < 6; index += 1) slots.push(await take({ channel: 'email', cellphone: null }))
  expect(slots).toEqual([...many('ok', 5).map((at) => ({ at })), { at: 'exhausted', scope: 'email-account' }])
})

describe('many at once, over two pools', () => {
  const outcomes = async (
    count: number,
    vary: (index: number) => Partial<SendingRequest>,
    smsPerHour = 1000,
  ) => {
    const slots = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        take(vary(index), smsPerHour, index % 2 === 0 ? database.db : other.db),
      ),
    )
    return slots.filter(({ at }) => at === 'ok').length
  }

  test('one account gets one text message', async () => {
    expect(await outcomes(64, () => ({}))).toBe(1)
  })

  test('one account gets five e-mails', async () => {
    expect(await outcomes(64, () => ({ channel: 'email' as const }))).toBe(5)
  })

  test('one number gets ten', async () => {
    expect(
      await outcomes(64, (index) => ({ account_key: `person ${index}`, address: `198.51.100.${index}` })),
    ).toBe(10)
  })

  test('the hour gets what it may cost', async () => {
    const stranger = (index: number) => ({
      account_key: `person ${index}`,
      cellphone: `119${10_000_000 + index}`,
      address: `198.51.100.${index}`,
    })
    expect(await outcomes(64, stranger, 13)).toBe(13)
  })
})
