import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  adjustPointsCall,
  findPointsAccountCall,
  openPointsAccountCall,
} from '@clube/contract/points/adjustment-calls.ts'
import { afterAdjustment } from '@clube/contract/points/adjustment.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { searchAudit } from '../audit/index.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import { createLimits } from '../limits/index.ts'
import { bindPoints, bindPointsDesk, earnPoints, expirePoints, proveLedger } from './index.ts'
import { findDiscrepancies } from './proof-store.ts'

/** Messages about adjustments. */
const notices: unknown[] = []
const notify = async (_tx: unknown, notice: unknown) => void notices.push(notice)
const rules = { document_types: 'both', cnpj: 'alphanumeric' } as const
const readInReview = async () => ({ points: 0, receipts: 0, appealed: 0 })
const club = useCampaignsClub({}, (binder, { deps: { db, clock }, vault, audit }) => {
  bindPoints(binder, { db, clock, time_zone: defaultTimeZone, readInReview })
  bindPointsDesk(binder, {
    db,
    clock,
    time_zone: defaultTimeZone,
    vault,
    audit,
    limits: createLimits(db),
    rules,
    notify,
    lifetime_days: 365,
  })
})
const dayMs = 24 * 3_600_000

type Adjustment = BodyOf<typeof adjustPointsCall>

/** A customer with the given points and a separate staff member, so that daily limits are not shared. */
const customerWith = async (points: number) => {
  const person = await club.join()
  const { customer_id, browser } = person
  if (points > 0)
    await inTransaction(club.database.db, (tx) =>
      earnPoints(tx, {
        customer_id,
        points,
        source: { kind: 'purchase', id: randomUUID() },
        lifetime_days: 365,
        now: club.clock.now(),
      }),
    )
  const staff_id = `carla-${randomUUID()}`
  const staff = club.staff(staff_id, 'approver')
  return {
    ...person,
    staff,
    staff_id,
    adjust: (change: Partial<Adjustment>, by: TestBrowser = staff) =>
      by.send(adjustPointsCall, {
        body: {
          adjustment_id: randomUUID(),
          customer_id,
          points: 100,
          reason: (change.points ?? 100) < 0 ? 'given_twice' : 'goodwill',
          note: 'A fila do balcão demorou demais.',
          ...change,
        } as Adjustment,
      }),
    lines: async () => {
      const response = await browser.send(pointsStatementCall)
      return response.ok ? response.data.map(({ kind, about, points: moved }) => [kind, about, moved]) : []
    },
    read: async () => {
      const response = await browser.send(readPointsCall)
      return response.ok ? { balance: response.data.balance, debt: response.data.debt } : null
    },
  }
}

describe('notifying the customer of an adjustment', () => {
  test('the customer is notified of each adjustment once, with its reason and without the note for staff', async () => {
    notices.length = 0
    const person = await customerWith(500)
    const adjustment_id = randomUUID()
    await person.adjust({ adjustment_id, points: -200, reason: 'given_twice' })
    await person.adjust({ adjustment_id, points: -200, reason: 'given_twice' })
    await person.adjust({ points: -5000, reason: 'misuse' })
    expect(notices).toEqual([
      {
        customer_id: person.customer_id,
        content: { template: 'points-adjusted', points: -200, reason: 'Pontos creditados em duplicidade' },
      },
    ])
  })
})

describe('adding points', () => {
  test('adding points creates a lot, is shown to the customer with its reason, and is audited', async () => {
    const person = await customerWith(50)
    const response = await person.adjust({ points: 120 })
    expect(response).toMatchObject({
      status: 200,
      message: 'Pontos ajustados.',
      data: {
        balance: 170,
        debt: 0,
        adjustments: [
          { points: 120, reason: 'goodwill', note: 'A fila do balcão demorou demais.', is_mine: true },
        ],
      },
    })
    expect(await person.lines()).toEqual([
      ['adjust', 'Cortesia do clube', 120],
      ['earn', '', 50],
    ])
    const { lines } = await searchAudit(club.database.db, {
      subject_id: person.customer_id,
      cursor: null,
      limit: 5,
    })
    expect(lines[0]).toMatchObject({
      action: 'points.adjust',
      actor: { kind: 'staff', id: person.staff_id },
      sentence: 'Deu 120 pontos a um cadastro: Cortesia do clube.',
    })
  })

  test('each adjustment results in the balance and debt that the desk showed beforehand', async () => {
    const person = await customerWith(50)
    let expected = { balance: 50, debt: 0 }
    for (const points of [120, -200, 20, -5, 60]) {
      expected = afterAdjustment(expected, points)
      expect(await person.adjust({ points, may_owe: 'yes' })).toMatchObject({ data: expected })
    }
    expect(await person.read()).toEqual(expected)
  })

  test('added points settle a debt first', async () => {
    const person = await customerWith(0)
    await person.adjust({ points: -80, may_owe: 'yes' })
    expect(await person.read()).toEqual({ balance: 0, debt: 80 })
    await person.adjust({ points: 100 })
    expect(await person.read()).toEqual({ balance: 20, debt: 0 })
  })
})

describe('removing points', () => {
  test('points can be removed up to the balance, but not beyond it', async () => {
    const person = await customerWith(100)
    expect(await person.adjust({ points: -101, reason: 'given_twice' })).toMatchObject({
      status: 409,
      errors: [
        {
          path: 'points',
          message: 'A pessoa tem só 100 pontos. Marque o débito para tirar mais do que isso.',
        },
      ],
    })
    expect(await person.read()).toEqual({ balance: 100, debt: 0 })
    expect(await person.adjust({ points: -100, reason: 'given_twice' })).toMatchObject({
      data: { balance: 0, debt: 0 },
    })
    expect(await person.lines()).toEqual([
      ['adjust', 'Pontos creditados em duplicidade', -100],
      ['earn', '', 100],
    ])
  })

  test('removing more points than the balance creates a debt when the adjustment allows one', async () => {
    const person = await customerWith(30)
    expect(await person.adjust({ points: -50, may_owe: 'yes' })).toMatchObject({
      data: { balance: 0, debt: 20 },
    })
    expect(await person.lines()).toEqual([
      ['adjust', 'Pontos creditados em duplicidade', -30],
      ['earn', '', 30],
    ])
  })

  test('expired points cannot be removed, whether or not their expiry has been recorded', async () => {
    const person = await customerWith(40)
    club.clock.advance(365 * dayMs)
    expect(await person.adjust({ points: -1 })).toMatchObject({ code: 'points.adjustment-too-large' })
    await expirePoints(club.database.db, club.clock.now())
    expect(await person.adjust({ points: -1 })).toMatchObject({ code: 'points.adjustment-too-large' })
    club.clock.advance(-365 * dayMs)
  })
})

describe('adjustment limits', () => {
  test('repeating an adjustment has no effect, and reusing its id with different data is rejected', async () => {
    const person = await customerWith(0)
    const adjustment_id = randomUUID()
    const first = await person.adjust({ adjustment_id })
    const again = await person.adjust({ adjustment_id })
    expect([first.ok && first.data.balance, again.ok && again.data.balance]).toEqual([100, 100])
    expect(await person.adjust({ adjustment_id, points: 99 })).toMatchObject({
      status: 409,
      message: 'Este ajuste já foi feito com outros dados. Confira o saldo antes de repetir.',
    })
    const other = await customerWith(0)
    expect(await other.adjust({ adjustment_id })).toMatchObject({ code: 'points.adjustment-reused' })
  })

  test('an adjustment is at most 5,000 points, and a staff member adjusts at most 20,000 a day in both directions', async () => {
    const person = await customerWith(0)
    for (const points of [5000, -5000, 5000]) expect((await person.adjust({ points })).status).toBe(200)
    expect((await person.adjust({ points: -4999 })).status).toBe(200)
    expect(await person.adjust({ points: 2 })).toMatchObject({
      status: 429,
      message: 'Com este ajuste você passaria de 20.000 pontos hoje. Peça a outra pessoa da equipe.',
    })
    expect((await person.adjust({ points: 1 })).status).toBe(200)
    expect((await person.adjust({ points: 2 }, club.staff('lia', 'approver'))).status).toBe(200)
    club.clock.advance(dayMs)
    expect((await person.adjust({ points: 5000 })).status).toBe(200)
    club.clock.advance(-dayMs)
  })

  test.each<[Partial<Adjustment>, string, string]>([
    [{ points: 0 }, 'points', 'Informe os pontos: um número inteiro, diferente de zero.'],
    [{ points: 1.5 }, 'points', 'Informe os pontos: um número inteiro, diferente de zero.'],
    [{ points: '100' as never }, 'points', 'Informe os pontos: um número inteiro, diferente de zero.'],
    [{ points: 5001 }, 'points', 'Cada ajuste vai até 5.000 pontos.'],
    [{ points: -5001 }, 'points', 'Cada ajuste vai até 5.000 pontos.'],
    [{ points: Number.MAX_SAFE_INTEGER }, 'points', 'Cada ajuste vai até 5.000 pontos.'],
    [{ points: 1e300 }, 'points', 'Informe os pontos: um número inteiro, diferente de zero.'],
    [{ reason: 'because' as never }, 'reason', 'Por favor, selecione uma opção'],
    [{ reason: 'toString' as never }, 'reason', 'Por favor, selecione uma opção'],
    [{ points: -5, reason: 'goodwill' }, 'reason', 'Escolha um motivo que explique este ajuste.'],
    [{ points: -5, reason: 'missing_points' }, 'reason', 'Escolha um motivo que explique este ajuste.'],
    [{ points: 5, reason: 'misuse' }, 'reason', 'Escolha um motivo que explique este ajuste.'],
    [{ note: '   curta   ' }, 'note', 'Explique o ajuste em pelo menos 10 letras.'],
  ])(
    'an adjustment with %j is rejected with an error on the invalid field',
    async (change, path, message) => {
      const person = await customerWith(10)
      const errors = expect.arrayContaining([{ path, message }])
      expect(await person.adjust(change)).toMatchObject({ status: 422, errors })
      expect(await person.read()).toEqual({ balance: 10, debt: 0 })
    },
  )

  test('adjustments for unknown customers, with invalid input or without permission are rejected', async () => {
    const person = await customerWith(10)
    expect(await person.adjust({ customer_id: randomUUID() })).toMatchObject({
      status: 404,
      message: 'Cadastro não encontrado.',
    })
    expect((await person.adjust({ customer_id: "' or 1=1" })).status).toBe(422)
    expect((await person.adjust({ adjustment_id: 'x'.repeat(5000) })).status).toBe(422)
    expect((await person.adjust({}, club.staff('rui', 'validator'))).status).toBe(403)
    expect((await person.adjust({}, person.browser)).status).toBe(401)
    expect(await person.read()).toEqual({ balance: 10, debt: 0 })
  })
})

describe('finding a customer’s points', () => {
  test('searching for a customer’s points by document is audited even without a result, and an invalid document is rejected', async () => {
    const staff = club.staff('carla', 'approver')
    const found = await staff.send(findPointsAccountCall, { body: { document_id: '52998224725' } })
    expect(found).toMatchObject({ status: 200, data: { account: null } })
    expect(
      await staff.send(findPointsAccountCall, { body: { document_id: '111.111.111-11' } }),
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'CPF inválido!' }],
    })
    const { lines } = await searchAudit(club.database.db, { action: 'points.find', cursor: null, limit: 5 })
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'Procurou os pontos de um documento que não tem cadastro.',
    ])
  })
})

test('the desk can reopen a customer’s points by id, which is audited; an unknown id is refused', async () => {
  const person = await customerWith(70)
  const { customer_id } = person
  const opened = await person.staff.send(openPointsAccountCall, { body: { customer_id } })
  expect(opened).toMatchObject({ status: 200, data: { customer_id, balance: 70 } })
  const { lines } = await searchAudit(club.database.db, { subject_id: customer_id, cursor: null, limit: 1 })
  expect(lines).toMatchObject([{ action: 'points.find', sentence: 'Abriu os pontos de um cadastro.' }])
  const unknown = await person.staff.send(openPointsAccountCall, { body: { customer_id: randomUUID() } })
  expect(unknown).toMatchObject({ status: 404, message: 'Cadastro não encontrado.' })
})

describe('the ledger proof', () => {
  test('the ledger proof passes after adjustments and detects a tampered one', async () => {
    const person = await customerWith(10)
    await person.adjust({ points: 7 })
    const { db } = club.database
    expect(await proveLedger(db)).toEqual([])
    const undo = new Error('undo')
    await inTransaction(db, async (tx) => {
      await sql`update points_adjustment set points = 70 where customer_id = ${person.customer_id}`.execute(
        tx,
      )
      const { rows } = await sql<{ id: string }>`select id from points_adjustment`.execute(tx)
      const ids = rows.map(({ id }) => id)
      expect(await findDiscrepancies(tx, 'adjustments', ids)).toMatchObject([
        { check: 'adjustment-is-posted', expected: 70, found: 7 },
      ])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
  })
})
