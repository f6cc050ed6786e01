import { refusalsOf } from '../../kernel/refusal.ts'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database, type Db } from '../../db/database.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import { earnPoints, expirePoints, proveLedger, spendPoints, reverseEarnedPoints } from './index.ts'
import { readBalance } from './ledger-store.ts'

const refuse = refusalsOf({ refusals: pointsRefusals })

const club = useCampaignsClub({})

/** Two connection pools, like two processes. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 25 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
const dbOf = (i: number): Db => pools[i % pools.length]?.db ?? club.database.db

const earn = (db: Db, customer_id: string, id: string, points: number) =>
  inTransaction(db, (tx) =>
    earnPoints(tx, {
      customer_id,
      points,
      source: { kind: 'purchase', id },
      lifetime_days: 365,
      now: club.clock.now(),
    }),
  )
const rules = { identified_points_per_day: 70, time_zone: 'America/Sao_Paulo' } as const
const spend = (
  db: Db,
  customer_id: string,
  id: string,
  points: number,
  identified_session_id: string | null = null,
) =>
  inTransaction(db, (tx) => {
    const actor = { customer_id, identified_session_id }
    const source = { kind: 'transaction', id }
    return spendPoints(rules, tx, { refuse, ...actor, points, source, now: club.clock.now() })
  })

test('50 concurrent calls that spend points take exactly the balance', async () => {
  const { customer_id } = await club.join()
  for (const id of ['a', 'b', 'c']) await earn(dbOf(0), customer_id, `fifty-${id}`, 100)
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => spend(dbOf(i), customer_id, `fifty-${i}`, 10)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  )
  expect(codes).toEqual(Array(20).fill('points.insufficient'))
  expect(await readBalance(club.database.db, customer_id)).toEqual({ balance: 0, debt: 0 })
  expect(await proveLedger(club.database.db)).toEqual([])
})

test('50 concurrent calls that spend points without a password take exactly the daily limit', async () => {
  const { customer_id } = await club.join()
  await earn(dbOf(0), customer_id, 'identified', 1000)
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => spend(dbOf(i), customer_id, `identified-${i}`, 10, `session-${i}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  )
  expect(codes).toEqual(Array(43).fill('session.password-required'))
  expect(await readBalance(club.database.db, customer_id)).toEqual({ balance: 930, debt: 0 })
})

test('earning and spending with one source each, sent 20 times concurrently, are each applied once', async () => {
  const { customer_id } = await club.join()
  await earn(dbOf(0), customer_id, 'start', 500)
  const movements = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0
      ? earn(dbOf(i / 2), customer_id, 'same', 70)
      : spend(dbOf((i - 1) / 2), customer_id, 'same', 30),
  )
  const effects = await Promise.all(movements)
  expect(effects.filter(Boolean)).toHaveLength(2)
  expect(await readBalance(club.database.db, customer_id)).toEqual({ balance: 540, debt: 0 })
})

test('concurrent earning, spending, reversing and expiring keep every sum of the points ledger correct', async () => {
  const people = await Promise.all([club.join(), club.join(), club.join()])
  await Promise.all(people.map(({ customer_id }) => earn(dbOf(0), customer_id, `old-${customer_id}`, 300)))
  club.clock.advance(365 * 24 * 3_600_000)
  const now = club.clock.now()
  await Promise.allSettled(
    Array.from({ length: 60 }, async (_, i) => {
      const customer_id = people[i % people.length]?.customer_id ?? ''
      const id = `${customer_id}-${i}`
      await earn(dbOf(i), customer_id, id, 50)
      await Promise.allSettled([
        spend(dbOf(i + 1), customer_id, id, 35),
        expirePoints(dbOf(i), now),
        inTransaction(dbOf(i + 1), (tx) =>
          reverseEarnedPoints(tx, { source: { kind: 'purchase', id }, now }),
        ),
      ])
    }),
  )
  expect(await proveLedger(club.database.db)).toEqual([])
  for (const { customer_id } of people) {
    const { balance, debt } = await readBalance(club.database.db, customer_id)
    expect(balance === 0 || debt === 0).toBe(true)
  }
})
