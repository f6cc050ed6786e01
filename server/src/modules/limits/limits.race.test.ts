import { expect, test } from 'vitest'
import { runAsOne } from '../../db/one-statement.ts'
import { useDatabase } from '../../testing/database.ts'
import { createLimits, type Limit } from './limits.ts'

const database = useDatabase()
const now = new Date('2026-11-21T12:00:00Z')
const limit: Limit = { scope: 'race', limit: 10, window_seconds: 600 }
const lockOf = (name: string): Buffer => Buffer.alloc(32, name)

test('concurrent attempts from one IP are accepted up to its limit, and the rest are refused without touching a lock', async () => {
  const limits = createLimits(database.db)
  const locks = Array.from({ length: 30 }, (_, i) => lockOf(String.fromCharCode(65 + i)))
  const taken = await Promise.all(locks.map((lock) => limits.spendAndTake(limit, '10.0.0.1', { lock, now })))
  expect(taken.filter(({ at }) => at === 'taken')).toHaveLength(10)
  expect(taken.filter(({ at }) => at === 'exhausted')).toHaveLength(20)
  expect(await limits.spentOf(limit, '10.0.0.1', now)).toBe(10)
  const { rows } = await database.pool.query('select count(*)::int as locks from attempt_lock')
  expect(rows).toEqual([{ locks: 10 }])
})

test('five of many concurrent attempts on one lock pass, and the rest are refused until the lock ends', async () => {
  const limits = createLimits(database.db)
  const attempt = { lock: lockOf('x'), now }
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => limits.spendAndTake(limit, '10.0.0.2', attempt)),
  )
  expect(taken.filter(({ at }) => at === 'taken')).toHaveLength(5)
  expect(taken.filter(({ at }) => at === 'locked')).toEqual(
    Array.from({ length: 5 }, () => ({ at: 'locked', until: new Date('2026-11-21T12:00:30Z') })),
  )
})

test('concurrent attempts and refunds for one IP and one lock do not deadlock', async () => {
  const limits = createLimits(database.db)
  const generous = { ...limit, limit: 1_000 }
  const attempt = { lock: lockOf('y'), now }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 25; round += 1) {
        await limits.spendAndTake(generous, '10.0.0.3', attempt)
        await runAsOne(database.db, limits.refundAndClear(generous, '10.0.0.3', attempt))
      }
    }),
  )
  expect(await limits.spentOf(generous, '10.0.0.3', now)).toBe(0)
})
