import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../db/database.ts'
import { runAsOne } from '../../db/one-statement.ts'
import { useDatabase } from '../../testing/database.ts'
import { createLimits, type Charge } from './index.ts'

const database = useDatabase()
const now = new Date('2026-11-21T12:00:00Z')
const lockOf = (name: string): Buffer => Buffer.alloc(32, name)
const from = (ip: string): readonly Charge[] => [
  { limit: 'auth-failures.ip', key: ip },
  { limit: 'auth-failures.network', key: ip },
]
let other: Database

beforeAll(() => {
  other = openDatabase(database.url, { poolSize: 10 })
})
afterAll(() => other.close())
beforeEach(() => database.pool.query('truncate attempt_counter, attempt_lock'))

const policy = {
  overrides: { 'auth-failures.ip': 10 },
  own_networks: ['198.51.100.0/24', '2001:db8:5::/48'],
}
/** Limits over one of two connection pools, like those of two processes. */
const limitsAt = (index: number) => createLimits(index % 2 === 0 ? database.db : other.db, policy)

test('concurrent attempts from one IP are accepted up to its limit; rejected ones count toward neither lock nor network', async () => {
  const locks = Array.from({ length: 30 }, (_, i) => lockOf(String.fromCharCode(65 + i)))
  const outcomes = await Promise.all(
    locks.map((lock, index) => limitsAt(index).spendAndRecordAttempt(from('10.0.0.1'), { lock, now })),
  )
  expect(outcomes.filter(({ kind }) => kind === 'allowed')).toHaveLength(10)
  expect(outcomes.filter((it) => it.kind === 'exhausted' && it.index === 0)).toHaveLength(20)
  const limits = limitsAt(0)
  expect(await limits.spentOf('auth-failures.ip', '10.0.0.1', now)).toBe(10)
  expect(await limits.spentOf('auth-failures.network', '10.0.0.1', now)).toBe(10)
  const { rows } = await database.pool.query('select count(*)::int as locks from attempt_lock')
  expect(rows).toEqual([{ locks: 10 }])
})

test('only five of several concurrent attempts at one lock are allowed, and the others receive the end of the lock', async () => {
  const attempt = { lock: lockOf('x'), now }
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      limitsAt(index).spendAndRecordAttempt(from('10.0.0.2'), attempt),
    ),
  )
  expect(outcomes.filter(({ kind }) => kind === 'allowed')).toHaveLength(5)
  expect(outcomes.filter(({ kind }) => kind === 'locked')).toEqual(
    Array.from({ length: 5 }, () => ({ kind: 'locked', until: new Date('2026-11-21T12:00:30Z') })),
  )
  expect(await limitsAt(0).spentOf('auth-failures.ip', '10.0.0.2', now)).toBe(5)
})

test('concurrent attempts and refunds of one IP, its network and one lock do not deadlock', async () => {
  const attempt = { lock: lockOf('y'), now }
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const ip = `198.51.100.${index % 3}`
      const db = index % 2 === 0 ? database.db : other.db
      for (let round = 0; round < 25; round += 1) {
        await limitsAt(index).spendAndRecordAttempt(from(ip), attempt)
        await runAsOne(db, limitsAt(index).refundAndClear(from(ip), attempt))
      }
    }),
  )
  for (const ip of ['198.51.100.0', '198.51.100.1', '198.51.100.2'])
    expect(await limitsAt(0).spentOf('auth-failures.ip', ip, now)).toBe(0)
  expect(await limitsAt(0).spentOf('auth-failures.network', '198.51.100.0', now)).toBe(0)
})

describe('limits of IPs and networks', () => {
  const spendTimes = async (ip: string, times: number): Promise<number> => {
    let spent = 0
    for (let index = 0; index < times; index += 1)
      if (await limitsAt(index).spend('auth-failures.ip', ip, now)) spent += 1
    return spent
  }

  test.each([
    ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', 'an IPv6 /64 counts as one IP'],
    ['203.0.113.7', '::ffff:203.0.113.7', 'an IPv4 address mapped into IPv6 is that IPv4 address'],
    ['203.0.113.8', '::ffff:cb00:7108', 'a mapped IPv4 address may be written in hexadecimal'],
    ['fe80::1%eth0', 'fe80::1', 'the zone of an IPv6 address is ignored'],
  ])('%s and %s share one limit: %s', async (one, same) => {
    expect(await spendTimes(one, 10)).toBe(10)
    expect(await spendTimes(same, 1)).toBe(0)
  })

  test('all IPs of an IPv6 /48 share its network limit', async () => {
    const limits = limitsAt(0)
    for (let subnet = 0; subnet < 100; subnet += 1)
      expect(await limits.spend('auth-failures.network', `2001:db8:7:${subnet.toString(16)}::1`, now)).toBe(
        true,
      )
    expect(await limits.spend('auth-failures.network', '2001:db8:7:ffff::1', now)).toBe(false)
    expect(await limits.spend('auth-failures.network', '2001:db8:8::1', now)).toBe(true)
  })

  test('the club’s own networks have higher limits, for IPv4, IPv6 and mapped IPs', async () => {
    for (const ip of ['198.51.100.9', '2001:db8:5:1::1', '::ffff:198.51.100.10'])
      expect(await spendTimes(ip, 40)).toBe(40)
    expect(await spendTimes('198.51.101.9', 40)).toBe(10)
  })
})
