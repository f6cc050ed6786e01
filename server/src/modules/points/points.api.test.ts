import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { pointsStatementCall, pointsStatementFile, readPointsCall } from '@clube/contract/points/calls.ts'
import { inTransaction } from '../../db/database.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import {
  bindPoints,
  createLedgerProof,
  earnEachPoints,
  earnPoints,
  expirePoints,
  proveLedger,
  restorePoints,
  spendPoints,
  reverseEarnedPoints,
} from './index.ts'
import { proveNow, runProof } from '../proofs/index.ts'
import { findDiscrepancies, listAfter, sweeps } from './proof-store.ts'

const refuse = refusalsOf({ refusals: pointsRefusals })

const readInReview = async () => ({ points: 0, receipts: 0, appealed: 0 })
const club = useCampaignsClub({}, (binder, { deps: { db, clock } }) =>
  bindPoints(binder, { db, clock, time_zone: defaultTimeZone, readInReview }),
)
const dayMs = 24 * 3_600_000
const rules = { identified_points_per_day: 100, time_zone: 'America/Sao_Paulo' } as const
let count = 0

/** A customer with functions that earn, spend and read points. */
const pointsCustomer = async () => {
  const { browser, customer_id } = await club.join()
  const { db } = club.database
  const now = () => club.clock.now()
  const fresh = (kind: string) => ({ kind, id: String((count += 1)) })
  return {
    browser,
    customer_id,
    earn: async (points: number, source = fresh('purchase'), about = '') => {
      await inTransaction(db, (tx) =>
        earnPoints(tx, { customer_id, points, source, about, lifetime_days: 365, now: now() }),
      )
      return source
    },
    spend: async (points: number, source = fresh('transaction')) => {
      const spending = { refuse, customer_id, identified_session_id: null, points, source, now: now() }
      await inTransaction(db, (tx) => spendPoints(rules, tx, spending))
      return source
    },
    spendIdentified: (points: number, session_id: string, source = fresh('transaction')) => {
      const actor = { customer_id, identified_session_id: session_id }
      return inTransaction(db, (tx) =>
        spendPoints(rules, tx, { refuse, ...actor, points, source, now: now() }),
      )
    },
    reverse: (source: { kind: string; id: string }) =>
      inTransaction(db, (tx) => reverseEarnedPoints(tx, { source, now: now() })),
    restore: (source: { kind: string; id: string }) =>
      inTransaction(db, (tx) => restorePoints(tx, { source, now: now() })),
    read: async () => {
      const response = await browser.send(readPointsCall)
      if (!response.ok) throw new Error(response.message)
      return response.data
    },
    lines: async () => {
      const response = await browser.send(pointsStatementCall)
      if (!response.ok) throw new Error(response.message)
      return response.data.map(({ kind, points, balance_after }) => [kind, points, balance_after])
    },
  }
}

describe('earning and spending', () => {
  test('earning or spending repeatedly with the same source is applied once', async () => {
    const person = await pointsCustomer()
    const source = await person.earn(100)
    await person.earn(100, source)
    const spent = await person.spend(30)
    await person.spend(30, spent)
    expect(await person.lines()).toEqual([
      ['spend', -30, 70],
      ['earn', 100, 100],
    ])
  })

  test('spending more than the balance is rejected with the balance', async () => {
    const person = await pointsCustomer()
    await person.earn(50)
    await expect(person.spend(51)).rejects.toMatchObject({
      code: 'points.insufficient',
      values: { balance: 50 },
    })
    expect(await person.read()).toMatchObject({ balance: 50, debt: 0 })
  })

  test('points that expire first are spent first, and expired ones are excluded', async () => {
    const person = await pointsCustomer()
    await person.earn(100)
    club.clock.advance(100 * dayMs)
    await person.earn(40)
    await person.spend(60)
    club.clock.advance(210 * dayMs)
    expect((await person.read()).expiring).toEqual([{ points: 40, expires_at: expect.any(String) }])
    club.clock.advance(55 * dayMs)
    // The first lot has expired, although this is not recorded yet.
    expect((await person.read()).balance).toBe(40)
    await expect(person.spend(41)).rejects.toMatchObject({ values: { balance: 40 } })
    await expirePoints(club.database.db, club.clock.now())
    await expirePoints(club.database.db, club.clock.now())
    expect(await person.lines()).toEqual([
      ['expire', -40, 40],
      ['spend', -60, 80],
      ['earn', 40, 140],
      ['earn', 100, 100],
    ])
    club.clock.advance(-365 * dayMs)
  })
})

describe('expiring points', () => {
  test('a customer whose points are inconsistent is reported, and the points of all others expire', async () => {
    const { db } = club.database
    const people = await Promise.all(Array.from({ length: 5 }, () => pointsCustomer()))
    for (const person of people) {
      await person.earn(30)
      await person.earn(12)
    }
    const inconsistent = people[2]?.customer_id ?? ''
    await sql`update points_balance set balance = 41 where customer_id = ${inconsistent}`.execute(db)
    club.clock.advance(365 * dayMs)
    const { failed } = await expirePoints(db, club.clock.now())
    expect(failed).toMatchObject([{ customer_id: inconsistent, error: { code: '23514' } }])
    const { rows } = await sql`
      select balance, remaining, movements from points_balance b, lateral (
        select sum(l.remaining)::bigint as remaining, count(m.posting_id) as movements from points_lot l
        left join points_lot_movement m on m.lot_id = l.id where l.customer_id = b.customer_id
      ) as lots
      where customer_id = any(${people.map(({ customer_id }) => customer_id)}::uuid[]) order by balance`.execute(
      db,
    )
    expect(rows).toEqual([
      ...Array.from({ length: 4 }, () => ({ balance: 0, remaining: 0, movements: 2 })),
      { balance: 41, remaining: 42, movements: 0 },
    ])
    expect(await people[0]?.lines()).toEqual([
      ['expire', -42, 0],
      ['earn', 12, 42],
      ['earn', 30, 30],
    ])
    await sql`update points_balance set balance = 42 where customer_id = ${inconsistent}`.execute(db)
    expect((await expirePoints(db, club.clock.now())).failed).toEqual([])
    expect(await proveLedger(db)).toEqual([])
    club.clock.advance(-365 * dayMs)
  })

  test('expiry of points stops when its signal is aborted', async () => {
    const person = await pointsCustomer()
    await person.earn(10)
    club.clock.advance(365 * dayMs)
    const expiry = expirePoints(club.database.db, club.clock.now(), AbortSignal.abort(new Error('stopping')))
    await expect(expiry).rejects.toThrow('stopping')
    club.clock.advance(-365 * dayMs)
  })
})

describe('reversing earned points', () => {
  test('reversing spent points creates a debt that the next earnings settle', async () => {
    const person = await pointsCustomer()
    const source = await person.earn(100)
    await person.spend(70)
    expect(await person.reverse(source)).toBe(true)
    expect(await person.reverse(source)).toBe(false)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 70 })
    await person.earn(50)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 20 })
    await person.earn(50)
    expect(await person.read()).toMatchObject({ balance: 30, debt: 0 })
    expect(await person.lines()).toEqual([
      ['settle', -20, 30],
      ['earn', 50, 50],
      ['settle', -50, 0],
      ['earn', 50, 50],
      ['take_back', -30, 0],
      ['spend', -70, 30],
      ['earn', 100, 100],
    ])
  })

  test('points credited together are credited once per source, with running balances, and settle debts', async () => {
    const [indebted, other] = [await pointsCustomer(), await pointsCustomer()]
    await indebted.spend(30, await indebted.earn(30))
    const repeated = await other.earn(5)
    const reversed = await indebted.earn(50)
    await indebted.spend(50)
    await indebted.reverse(reversed)
    const earningOf = ({ customer_id }: { customer_id: string }, points: number, id: string) => ({
      customer_id,
      points,
      source: { kind: 'purchase', id: `together-${id}` },
    })
    const earnings = [
      earningOf(other, 7, 'a'),
      earningOf(indebted, 20, 'b'),
      { ...earningOf(other, 5, ''), source: repeated },
      earningOf(indebted, 40, 'c'),
    ]
    const earnTogether = () =>
      inTransaction(club.database.db, (tx) =>
        earnEachPoints(tx, earnings, { lifetime_days: 365, now: club.clock.now() }),
      )
    expect(await earnTogether()).toEqual(earnings.filter(({ source }) => source !== repeated))
    expect(await earnTogether()).toEqual([])
    expect((await indebted.lines()).slice(0, 3)).toEqual([
      ['settle', -50, 10],
      ['earn', 40, 60],
      ['earn', 20, 20],
    ])
    expect((await other.lines()).slice(0, 2)).toEqual([
      ['earn', 7, 12],
      ['earn', 5, 5],
    ])
    expect(await indebted.read()).toMatchObject({ balance: 10, debt: 0 })
  })

  test('reversing earned points uses the customer’s other points before creating a debt', async () => {
    const person = await pointsCustomer()
    const source = await person.earn(100)
    await person.spend(80)
    await person.earn(50)
    await person.reverse(source)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 30 })
  })

  test('reversing points, of which some expired unspent, creates a debt only for those that were spent', async () => {
    const person = await pointsCustomer()
    const source = await person.earn(100)
    await person.spend(10)
    club.clock.advance(365 * dayMs)
    await expirePoints(club.database.db, club.clock.now())
    await person.reverse(source)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 10 })
    club.clock.advance(-365 * dayMs)
  })

  test('expired points neither settle a debt nor are deducted, even before their expiry is recorded', async () => {
    const person = await pointsCustomer()
    const expired = await person.earn(100)
    const spentEarly = await person.spend(10)
    club.clock.advance(200 * dayMs)
    const later = await person.earn(50)
    club.clock.advance(165 * dayMs)
    await person.spend(50)
    await person.reverse(later)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 50 })
    // The points return in a lot of their own, since theirs has expired.
    await person.restore(spentEarly)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 40 })
    await person.reverse(expired)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 50 })
    await person.earn(20)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 30 })
    await expirePoints(club.database.db, club.clock.now())
    expect((await person.lines())[0]).toEqual(['expire', -90, 0])
    expect(await person.read()).toMatchObject({ balance: 0, debt: 30 })
    club.clock.advance(-365 * dayMs)
  })

  test('reversing the points of a source that earned none has no effect', async () => {
    const person = await pointsCustomer()
    expect(await person.reverse({ kind: 'purchase', id: 'none' })).toBe(false)
    expect(await person.lines()).toEqual([])
  })
})

describe('restoring spent points', () => {
  test('restored points settle a debt, and are restored only once', async () => {
    const person = await pointsCustomer()
    const source = await person.earn(100)
    const spent = await person.spend(80)
    await person.reverse(source)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 80 })
    expect(await person.restore(spent)).toBe(true)
    expect(await person.restore(spent)).toBe(false)
    expect(await person.read()).toMatchObject({ balance: 0, debt: 0 })
  })

  test('restored points that expired or expire within 30 days are valid for 30 days, the others as long as before', async () => {
    const person = await pointsCustomer()
    await person.earn(100)
    club.clock.advance(340 * dayMs)
    await person.earn(50)
    const spent = await person.spend(120)
    club.clock.advance(30 * dayMs)
    await expirePoints(club.database.db, club.clock.now())
    expect(await person.restore(spent)).toBe(true)
    const expiring = (await person.read()).expiring
    expect(await person.read()).toMatchObject({ balance: 150, debt: 0 })
    expect(expiring).toEqual([
      { points: 100, expires_at: new Date(club.clock.now().getTime() + 30 * dayMs).toISOString() },
    ])
    expect(await proveLedger(club.database.db)).toEqual([])
    club.clock.advance(30 * dayMs)
    await expirePoints(club.database.db, club.clock.now())
    expect(await person.read()).toMatchObject({ balance: 50, debt: 0 })
    expect(await proveLedger(club.database.db)).toEqual([])
    club.clock.advance(-400 * dayMs)
  })
})

describe('the statement', () => {
  test('an entry names the receipt or the participation that caused it, and no other source', async () => {
    const person = await pointsCustomer()
    const purchase = await person.earn(100)
    const other = await person.earn(10, { kind: 'test', id: 'statement-other' })
    const transaction = await person.spend(30)
    await person.reverse(purchase)
    const response = await person.browser.send(pointsStatementCall)
    if (!response.ok) throw new Error(response.message)
    expect(response.data.map((line) => [line.kind, line.purchase_id, line.transaction_id])).toEqual([
      ['take_back', purchase.id, null],
      ['spend', null, transaction.id],
      ['earn', null, null],
      ['earn', purchase.id, null],
    ])
    expect(JSON.stringify(response.data)).not.toContain(other.id)
  })

  test('the points statement is available in pages and as a file', async () => {
    const person = await pointsCustomer()
    for (let number = 1; number <= 33; number += 1) await person.earn(number, undefined, `Loja ${number}`)
    const first = await person.browser.send(pointsStatementCall)
    if (!first.ok) throw new Error(first.message)
    const second = await person.browser.send(pointsStatementCall, {
      query: { cursor: first.next_cursor ?? '' },
    })
    if (!second.ok) throw new Error(second.message)
    expect([first.data.length, second.data.length, second.next_cursor]).toEqual([30, 3, null])
    expect(first.data[0]).toMatchObject({ about: 'Loja 33', points: 33, balance_after: 561 })
    expect(second.data.at(-1)).toMatchObject({ about: 'Loja 1', points: 1, balance_after: 1 })

    const cookie = `sid=${person.customer_id}`
    const file = await fetch(club.url + pointsStatementFile.path, { headers: { cookie } })
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="extrato-de-pontos.csv"')
    const lines = (await file.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(34)
    expect(lines[1]).toBe('10/12/2026;Pontos ganhos;Loja 33;33;561')
    expect((await fetch(club.url + pointsStatementFile.path)).status).toBe(401)
  })

  test('reading points requires a session', async () => {
    expect((await club.visitor().send(readPointsCall)).status).toBe(401)
  })
})

describe('the ledger', () => {
  test('the ledger is append-only', async () => {
    await (await pointsCustomer()).earn(10)
    for (const statement of [
      'update points_entry set points = 1',
      'delete from points_posting',
      'truncate points_lot_movement',
    ])
      await expect(sql.raw(statement).execute(club.database.db)).rejects.toMatchObject({ code: '42501' })
  })

  test('the ledger rejects an unbalanced posting', async () => {
    const { customer_id, earn } = await pointsCustomer()
    await earn(10)
    const unbalanced = sql`insert into points_entry (posting_id, customer_id, account, points, balance_after)
      select posting_id, customer_id, 'customer', 5, 15 from points_entry where customer_id = ${customer_id} limit 1`
    await expect(unbalanced.execute(club.database.db)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('the ledger proof', () => {
  /** Runs a statement with triggers disabled, as only the database owner can, and rolls it back afterwards. */
  const discrepanciesAfter = async (statement: string) => {
    const { db } = club.database
    const found: string[] = []
    const undo = new Error('undo')
    await inTransaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      for (const sweep of sweeps) {
        const ids = await listAfter(tx, sweep, '00000000-0000-0000-0000-000000000000')
        found.push(...(await findDiscrepancies(tx, sweep, ids)).map(({ check }) => check))
      }
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return [...new Set(found)].sort()
  }

  test('the ledger proof finds no discrepancies in an untampered ledger', async () => {
    expect(await proveLedger(club.database.db)).toEqual([])
  })

  test.each([
    [
      'a balance',
      `update points_balance set balance = balance + 1 where balance > 0`,
      ['balance-is-entries', 'balance-is-lots'],
    ],
    ['a debt', `update points_balance set debt = debt + 1`, ['debt-is-entries']],
    [
      'a lot',
      `update points_lot set remaining = remaining - 1 where remaining > 1`,
      ['balance-is-lots', 'lot-is-movements'],
    ],
    ['a movement', `delete from points_lot_movement`, ['lot-is-earned', 'lot-is-movements']],
    ['the size of a lot', `update points_lot set points = points + 1`, ['lot-is-earned', 'lot-is-movements']],
    [
      'a running balance',
      `update points_entry set balance_after = balance_after + 1 where account = 'customer'`,
      ['running-balance'],
    ],
    ['half of a posting', `delete from points_entry where account = 'issuance'`, ['posting-balanced']],
    [
      'every entry that spends points',
      `delete from points_entry e using points_posting p where p.id = e.posting_id and p.kind = 'spend'`,
      ['balance-is-entries', 'posting-moves', 'running-balance'],
    ],
    [
      'the owner of an entry',
      `update points_entry set customer_id = (select customer_id from points_balance order by 1 limit 1) where account = 'issuance'`,
      ['posting-owner'],
    ],
  ])('the ledger proof detects tampering with %s', async (_what, statement, checks) => {
    expect(await discrepanciesAfter(statement)).toEqual(checks)
  })

  test('a recent pass verifies the customers of new postings, and a daily full pass all others', async () => {
    const { db } = club.database
    const proof = createLedgerProof({ db, time_zone: defaultTimeZone })
    const reported: unknown[] = []
    const prove = () =>
      runProof(
        {
          db,
          clock: club.clock.now,
          pace: (step) => step(),
          onFinding: (_proof, { check, subject, expected, found }) =>
            reported.push([check, subject, expected, found]),
        },
        proof,
        new AbortController().signal,
      )
    const [early, late] = [await pointsCustomer(), await pointsCustomer()]
    await early.earn(10)
    await late.earn(10)
    await (await pointsCustomer()).earn(5)
    await prove()
    expect(reported).toEqual([])

    await sql`update points_balance set balance = 11 where customer_id = ${early.customer_id}`.execute(db)
    await late.spend(4)
    await sql`update points_balance set balance = 7 where customer_id = ${late.customer_id}`.execute(db)
    await prove()
    expect(reported).toEqual([])
    club.clock.advance(3_600_000)
    await prove()
    expect(reported).toEqual([
      ['balance-is-entries', late.customer_id, 6, 7],
      ['balance-is-lots', late.customer_id, 6, 7],
    ])
    club.clock.advance(23 * 3_600_000)
    await prove()
    expect(reported.slice(2)).toEqual([
      ['balance-is-entries', early.customer_id, 10, 11],
      ['balance-is-lots', early.customer_id, 10, 11],
    ])

    await sql`update points_balance set balance = balance - 1
      where customer_id in (${early.customer_id}, ${late.customer_id})`.execute(db)
    expect(await proveNow(proof, club.clock.now())).toEqual([])
    club.clock.advance(-24 * 3_600_000)
  })

  test('recent passes of the ledger proof do not read a closed day again', async () => {
    const { db } = club.database
    const proof = createLedgerProof({ db, time_zone: defaultTimeZone })
    await (await pointsCustomer()).earn(10)
    // Ids begin with the time at which the database generated them.
    const days = (count: number) => new Date(Date.now() + count * dayMs)
    const markAfter = async (now: Date) => {
      let position: string | null = null
      for (;;) {
        const { next } = await proof.step({ kind: 'recent', mark: null, position, now })
        if (next.kind === 'end') return next.mark ?? ''
        position = next.position
      }
    }
    const { rows } = await sql<{ last: string }>`select max(id::text) as last from points_posting`.execute(db)
    const last = rows[0]?.last ?? ''
    expect(await markAfter(days(2))).toBe(last)
    expect((await markAfter(days(0))) < last).toBe(true)
    const findingsSince = async (mark: string) =>
      (await proof.step({ kind: 'recent', mark, position: null, now: days(0) })).findings
    const { customer_id, earn } = await pointsCustomer()
    await earn(10)
    await sql`update points_balance set debt = 3 where customer_id = ${customer_id}`.execute(db)
    expect(await findingsSince(last)).toMatchObject([{ check: 'debt-is-entries', expected: 0, found: 3 }])
    expect(await findingsSince(await markAfter(days(2)))).toEqual([])
    await sql`update points_balance set debt = 0 where customer_id = ${customer_id}`.execute(db)
  })
})

describe('spending in sessions without a password', () => {
  const [one, other] = ['session-one', 'session-two']
  const passwordRequired = { code: 'session.password-required' }

  test('passwordless sessions of a customer share the daily points limit, and refused spending has no effect', async () => {
    const person = await pointsCustomer()
    await person.earn(1000)
    expect(await person.spendIdentified(60, one)).toBe(true)
    await expect(person.spendIdentified(41, other)).rejects.toMatchObject(passwordRequired)
    expect(await person.spendIdentified(40, other)).toBe(true)
    await expect(person.spendIdentified(1, one)).rejects.toMatchObject(passwordRequired)
    expect((await person.read()).balance).toBe(900)
  })

  test('a session with a password is not subject to the passwordless points limit and does not use it up', async () => {
    const person = await pointsCustomer()
    await person.earn(1000)
    await person.spend(500)
    expect(await person.spendIdentified(100, one)).toBe(true)
    await person.spend(100)
    expect((await person.read()).balance).toBe(300)
  })

  test('passwordless spending above the limit is refused, and repeated spending is applied once', async () => {
    const person = await pointsCustomer()
    await person.earn(1000)
    await expect(person.spendIdentified(101, one)).rejects.toMatchObject(passwordRequired)
    const source = { kind: 'transaction', id: 'identified-twice' }
    expect(await person.spendIdentified(60, one, source)).toBe(true)
    expect(await person.spendIdentified(60, one, source)).toBe(false)
    expect(await person.spendIdentified(40, one)).toBe(true)
  })

  test('restored points still count toward the passwordless limit, which resets on the next club day', async () => {
    const person = await pointsCustomer()
    await person.earn(1000)
    club.clock.set('2026-11-22T02:59:00Z')
    const source = { kind: 'transaction', id: 'identified-restored' }
    await person.spendIdentified(100, one, source)
    await person.restore(source)
    await expect(person.spendIdentified(1, one)).rejects.toMatchObject(passwordRequired)
    club.clock.set('2026-11-22T03:00:00Z')
    expect(await person.spendIdentified(100, one)).toBe(true)
  })
})
