import { randomUUID } from 'node:crypto'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { isRefusal, refusalsOf } from '../../kernel/refusal.ts'
import { createEvent, createParticipants } from '../../modules/event-tickets/event-fixtures.testing.ts'
import {
  earnPoints,
  expirePoints,
  proveLedger,
  restorePoints,
  reverseEarnedPoints,
  spendPoints,
} from '../../modules/points/index.ts'
import { pick, requireNone, runLoops, type Outcomes, type RandomRun } from './random-loops.ts'

const refuse = refusalsOf({ refusals: pointsRefusals })
const rules = { identified_points_per_day: 0, time_zone: 'America/Sao_Paulo' } as const
const dayMs = 24 * 3_600_000

/**
 * Random histories of points over simulated days: earning, spending, reversals, repeated requests and expiry, on
 * several connection pools. Checks the sums of the ledger, that expired points are not spent, and that no customer
 * owes points while having a balance.
 */
export const runRandomPoints = async (dbs: readonly [Db, ...Db[]], run: RandomRun): Promise<Outcomes> => {
  const [db] = dbs
  const { campaign_id } = await createEvent(db, { capacity: 1, now: new Date() })
  const people = await createParticipants(db, { campaign_id, people: 5, now: new Date() })
  const earned: string[] = [randomUUID()]
  const spent: string[] = [randomUUID()]
  let nowMs = Date.now()
  const change = async (index: number, work: (tx: Tx, now: Date) => Promise<boolean>): Promise<string> => {
    const now = new Date(nowMs)
    try {
      return (await inTransaction(dbs[index % dbs.length] ?? db, (tx) => work(tx, now)))
        ? 'ok'
        : 'already done'
    } catch (error) {
      if (isRefusal(error)) return error.code
      throw error
    }
  }
  const outcomes = await runLoops(run, [
    {
      name: 'earn',
      weight: 8,
      run: (random, index) => {
        const isRepeat = random.below(4) === 0
        const id = isRepeat ? pick(random, earned) : randomUUID()
        const { customer_id } = pick(random, people)
        const points = 1 + random.below(100)
        const waitingDays = random.below(3) * 20
        if (!isRepeat) earned.push(id)
        return change(index, (tx, now) => {
          const available_at = waitingDays === 0 ? null : new Date(now.getTime() + waitingDays * dayMs)
          const source = { kind: 'purchase', id }
          return earnPoints(tx, { customer_id, points, source, available_at, lifetime_days: 365, now })
        })
      },
    },
    {
      name: 'spend',
      weight: 8,
      run: (random, index) => {
        const isRepeat = random.below(4) === 0
        const id = isRepeat ? pick(random, spent) : randomUUID()
        const actor = { customer_id: pick(random, people).customer_id, identified_session_id: null }
        const points = 1 + random.below(80)
        if (!isRepeat) spent.push(id)
        return change(index, (tx, now) =>
          spendPoints(rules, tx, { refuse, ...actor, points, source: { kind: 'transaction', id }, now }),
        )
      },
    },
    {
      name: 'reverse',
      weight: 4,
      run: (random, index) => {
        const source = { kind: 'purchase', id: pick(random, earned) }
        return change(index, (tx, now) => reverseEarnedPoints(tx, { source, now }))
      },
    },
    {
      name: 'restore',
      weight: 4,
      run: (random, index) => {
        const source = { kind: 'transaction', id: pick(random, spent) }
        return change(index, (tx, now) => restorePoints(tx, { source, now }))
      },
    },
    {
      name: 'time passes',
      weight: 3,
      run: async (random) => {
        nowMs += random.below(150) * dayMs
        return 'ok'
      },
    },
    {
      name: 'expire',
      weight: 1,
      run: async (_random, index) => {
        await expirePoints(dbs[index % dbs.length] ?? db, new Date(nowMs))
        return 'ok'
      },
    },
  ])
  requireNone(await proveLedger(db), 'every sum and counter of the ledger is correct')
  requireNone(await spentAfterExpiry(db), 'expired points are not spent')
  requireNone(
    await debtorsWithPoints(db, people, new Date(nowMs)),
    'no customer owes points while having a balance',
  )
  return outcomes
}

const spentAfterExpiry = async (db: Db): Promise<unknown[]> => {
  const { rows } = await sql`
    select m.lot_id, p.kind, m.points from points_lot_movement m
      join points_posting p on p.id = m.posting_id join points_lot l on l.id = m.lot_id
    where m.points < 0 and p.kind <> 'expire' and p.created_at >= l.expires_at`.execute(db)
  return rows
}

/** Checks only these people: other runs simulate different times. */
const debtorsWithPoints = async (
  db: Db,
  people: readonly { customer_id: string }[],
  now: Date,
): Promise<unknown[]> => {
  const ids = people.map(({ customer_id }) => customer_id)
  const { rows } = await sql`
    select customer_id, debt from points_balance b
    where customer_id = any(${ids}::uuid[]) and debt > 0 and exists (select from points_lot l
      where l.customer_id = b.customer_id and remaining > 0 and expires_at > ${now})`.execute(db)
  return rows
}
