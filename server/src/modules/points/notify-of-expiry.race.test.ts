import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../db/database.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import type { NotifyOfActivity } from '../messaging/index.ts'
import { listExpiringLots } from './expiry-notice-store.ts'
import { earnPoints, notifyOfExpiringPoints } from './index.ts'

const club = useCampaignsClub({})
const dayMs = 24 * 3_600_000
let count = 0

/** Two connection pools, like two processes. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 5 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

type Notice = Parameters<NotifyOfActivity>[1]
const notices: Notice[] = []
/** Notices count only if their transaction commits, as messages do. */
const notify: NotifyOfActivity = async (tx, notice) => {
  await sql`insert into expiry_notice_of_test values (${notice.customer_id})`.execute(tx)
  notices.push(notice)
}
beforeAll(() => sql`create table expiry_notice_of_test (customer_id uuid)`.execute(club.database.db))
beforeEach(() => {
  club.clock.set('2026-12-10T15:00:00Z')
  notices.length = 0
})

/** A customer with lots, each with points and the time at which they expire. */
const customerWith = async (...lots: [points: number, expires_at: string][]) => {
  const { customer_id } = await club.join()
  for (const [points, expires_at] of lots) {
    const now = new Date(Date.parse(expires_at) - 365 * dayMs)
    const source = { kind: 'purchase', id: `expiring-${(count += 1)}` }
    await inTransaction(club.database.db, (tx) =>
      earnPoints(tx, { customer_id, points, source, lifetime_days: 365, now }),
    )
  }
  return customer_id
}
const run = (db = club.database.db, signal?: AbortSignal) =>
  notifyOfExpiringPoints({ db, time_zone: defaultTimeZone, notify }, club.clock.now(), signal)
const contentsFor = (id: string) =>
  notices.filter(({ customer_id }) => customer_id === id).map(({ content }) => content)

test('a customer is notified once of all points of a month, 30 days before the first of them expire', async () => {
  const customer_id = await customerWith(
    [100, '2027-01-15T15:00:00Z'],
    [250, '2027-01-31T23:00:00Z'],
    [7, '2027-02-01T03:00:00Z'],
    [9, '2026-12-09T15:00:00Z'],
  )
  club.clock.set('2026-12-16T14:59:00Z')
  await run()
  expect(contentsFor(customer_id)).toEqual([])
  club.clock.set('2026-12-16T15:00:00Z')
  await run()
  await run()
  expect(contentsFor(customer_id)).toEqual([
    { template: 'points-expiring', points: 350, first_on: '2027-01-15', last_on: '2027-01-31' },
  ])
  club.clock.set('2027-01-05T15:00:00Z')
  await run()
  expect(contentsFor(customer_id).slice(1)).toEqual([
    { template: 'points-expiring', points: 7, first_on: '2027-02-01', last_on: '2027-02-01' },
  ])
})

test('spent points and accounts that are blocked or being deleted cause no notice, and none are sent at night', async () => {
  const [spent, blocked, beingDeleted, other] = [
    await customerWith([100, '2026-12-20T15:00:00Z']),
    await customerWith([100, '2026-12-20T15:00:00Z']),
    await customerWith([100, '2026-12-20T15:00:00Z']),
    await customerWith([100, '2026-12-20T15:00:00Z']),
  ]
  await sql`update points_lot set remaining = 0 where customer_id = ${spent}`.execute(club.database.db)
  await sql`update customer set account_status = 'blocked' where id = ${blocked}`.execute(club.database.db)
  await sql`update customer set account_status = 'deletion_pending', deletion_requested_at = now()
    where id = ${beingDeleted}`.execute(club.database.db)
  for (const night of ['2026-12-10T11:59:00Z', '2026-12-10T23:00:00Z']) {
    club.clock.set(night)
    await run()
  }
  expect(contentsFor(other)).toEqual([])
  club.clock.set('2026-12-10T12:00:00Z')
  await run()
  expect([spent, blocked, beingDeleted, other].map((id) => contentsFor(id).length)).toEqual([0, 0, 0, 1])
})

test('concurrent jobs over two connection pools notify each of 500 customers of expiring points once', async () => {
  await sql`truncate expiry_notice_of_test`.execute(club.database.db)
  await sql`
    with person as (
      insert into customer (document_type, document_index, document_sealed, account_status, created_at, updated_at)
      select 'cpf', sha256(('expiring' || n)::bytea), '', 'incomplete', now(), now() from generate_series(1, 500) n
      returning id
    ), balance as (
      insert into points_balance (customer_id, balance) select id, 10 from person returning customer_id
    ), posting as (
      insert into points_posting (kind, customer_id, source_kind, source_id, about, created_at)
      select 'earn', customer_id, 'test', customer_id::text, '', now() from balance returning id, customer_id
    )
    insert into points_lot (customer_id, posting_id, points, remaining, expires_at)
    select customer_id, id, 10, 10, '2026-12-30T15:00:00Z'::timestamptz + random() * interval '1 day' from posting`.execute(
    club.database.db,
  )
  await Promise.all([...pools, ...pools].map(({ db }) => run(db)))
  const { rows } = await sql<{ customers: number; notices: number }>`
    select count(distinct customer_id) as customers, count(*) as notices from expiry_notice_of_test`.execute(
    club.database.db,
  )
  expect(rows).toEqual([{ customers: 500, notices: 500 }])
})

test('after a failed run and an aborted one, the next run notifies the customer once', async () => {
  const customer_id = await customerWith([100, '2026-12-21T15:00:00Z'])
  const failing: NotifyOfActivity = () => Promise.reject(new Error('killed'))
  const { db } = club.database
  const deps = { db, time_zone: defaultTimeZone, notify: failing }
  await expect(notifyOfExpiringPoints(deps, club.clock.now())).rejects.toThrow('killed')
  await expect(run(db, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
  await run()
  expect(contentsFor(customer_id)).toHaveLength(1)
})

test('points of a month with a notice are not read again, and the notice is deleted after the month', async () => {
  const customer_id = await customerWith([100, '2027-03-31T15:00:00Z'], [50, '2027-04-01T02:59:00Z'])
  const { db } = club.database
  const countLots = async () => {
    const after = { id: '00000000-0000-0000-0000-000000000000', position: '2027-03-01T00:00:00Z' }
    const until = new Date('2027-04-02T00:00:00Z')
    const lots = await listExpiringLots(db, { after, until, time_zone: defaultTimeZone, limit: 200 })
    return lots.filter((lot) => lot.customer_id === customer_id).length
  }
  const countNotices = async () => {
    const { rows } = await sql`select from points_expiry_notice where customer_id = ${customer_id}`.execute(
      db,
    )
    return rows.length
  }
  expect(await countLots()).toBe(2)
  club.clock.set('2027-03-31T14:00:00Z')
  await run()
  expect([await countLots(), await countNotices()]).toEqual([0, 1])
  club.clock.set('2027-04-01T14:00:00Z')
  await run()
  expect(await countNotices()).toBe(0)
})
