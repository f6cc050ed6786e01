import { randomUUID } from 'node:crypto'
import {
  askCarParkAgainCall,
  compareParkingDayCall,
  decideParkingCaseCall,
  decideParkingItemCall,
  listParkingCasesCall,
  listParkingDaysCall,
  listParkingItemsCall,
  parkingItemsFile,
  parkingLiabilityFile,
  readParkingLiabilityCall,
  type ParkingItemState,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import {
  applyParkingVoucherCall,
  undoParkingVoucherCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchAudit } from '../audit/index.ts'
import { proveNow } from '../proofs/index.ts'
import { createParkingProof } from './prove-vouchers.ts'
import { dataOf, useParkingClub } from './parking-club.testing.ts'

const club = useParkingClub()
const minuteMs = 60_000
const ivan = () => club.staff('ivan', 'reconciler')
const unknownId = '019b0000-0000-7000-8000-000000000000'
let dayOffset = 0

// Each test has a club day of its own.
beforeEach(() => {
  dayOffset += 1
  club.clock.set(`2026-12-${String(1 + dayOffset).padStart(2, '0')}T15:00:00Z`)
})
const today = () => club.clock.now().toISOString().slice(0, 10)

const findings = () => proveNow(createParkingProof(club.database), club.clock.now())
const compare = (day = today()) => ivan().send(compareParkingDayCall, { body: { day } })
const items = async (state: ParkingItemState, day = today()) =>
  dataOf(await ivan().send(listParkingItemsCall, { query: { day, state } }))
const cases = async () => dataOf(await ivan().send(listParkingCasesCall))
const waiting = () =>
  club.promotion.waiting['parking.reconcile']?.(club.database.db, {
    staff_id: 'ivan',
    brand_id: null,
    limit: 99,
  })

/** A person with a voucher of R$ 14 that was applied. */
const applied = async () => {
  const { id: campaign_id } = await club.pointsCampaign()
  const person = await club.join()
  const ticket_number = club.park()
  const { transaction_id } = dataOf(await club.use(person, campaign_id, ticket_number))
  const [voucher] = await club.mine(person)
  if (!voucher) throw new Error('The voucher was not listed')
  return { campaign_id, person, ticket_number, transaction_id, voucher_id: voucher.voucher_id }
}

/** A file of the desk, as text. */
const download = async (path: string): Promise<string> => {
  const cookie = [...ivan().cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(club.url + path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

/** Lets the club ask without an answer until staff have the case. */
const exhaust = async () => {
  club.local().misbehave('closed', { operation: 'list-applications', requests: 'always' })
  for (let attempt = 0; attempt < 14; attempt += 1) {
    club.clock.advance(60 * minuteMs)
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
  }
}
const behave = () => {
  club.local().behave()
  club.connection.carPark = club.local().connect({})
}

describe('cases', () => {
  test('a voucher without an answer for hours is decided by staff as applied, with the discount that they verified', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().misbehave('loses-answer', { operation: 'apply', requests: 'always' })
    club.local().misbehave('closed', { operation: 'find-application', requests: 'always' })
    const { transaction_id } = dataOf(await club.use(person, campaign_id, ticket_number))
    expect(await cases()).toEqual([])
    await exhaust()
    expect(await cases()).toMatchObject([
      {
        transaction_id,
        kind: 'application',
        ticket_end: ticket_number.slice(-4),
        garage_name: 'Subsolo',
        maximum_cents: 20_00,
        cause: 'no-answer',
        attempts: 14,
        listed_cents: null,
      },
    ])
    expect(await waiting()).toBe(1)
    const decide = (discount_cents: number | null, decision: 'done' | 'not-done' = 'done') =>
      ivan().send(decideParkingCaseCall, {
        body: { transaction_id, kind: 'application', decision, discount_cents, reason: 'Conferido no caixa' },
      })
    for (const discount_cents of [null, 20_01])
      expect(await decide(discount_cents)).toMatchObject({
        code: 'parking-voucher.discount-missing',
        message: 'Informe o desconto que o estacionamento deu, até R$\u00a020,00.',
      })
    behave()
    dataOf(await decide(14_00))
    expect(await decide(14_00)).toMatchObject({ code: 'parking-voucher.unknown-case' })
    expect(await decide(null, 'not-done')).toMatchObject({ code: 'parking-voucher.unknown-case' })
    expect(await cases()).toEqual([])
    const [voucher] = await club.mine(person)
    expect(voucher).toMatchObject({ state: 'applied', discount_cents: 14_00 })
    const { lines } = await searchAudit(club.database.db, {
      subject_id: voucher?.voucher_id ?? '',
      action: 'parking-voucher.decide-case',
      cursor: null,
      limit: 5,
    })
    expect(lines).toMatchObject([
      { sentence: 'Confirmou um vale que o estacionamento aplicou. Motivo: Conferido no caixa' },
    ])
    expect(await findings()).toEqual([])
  })

  test('a voucher whose answers were lost for hours is settled by the car park’s list of the day', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const ticket_number = club.park()
    club.local().misbehave('loses-answer', { operation: 'apply', requests: 'always' })
    club.local().misbehave('closed', { operation: 'find-application', requests: 'always' })
    dataOf(await club.use(person, campaign_id, ticket_number))
    await exhaust()
    expect(await cases()).toHaveLength(1)
    club.local().behave()
    club.local().misbehave('closed', { operation: 'find-application', requests: 'always' })
    club.connection.carPark = club.local().connect({})
    await club.promotion.purge()
    expect(await cases()).toEqual([])
    expect(await club.mine(person)).toMatchObject([{ state: 'applied', discount_cents: 14_00 }])
    expect(club.granted(ticket_number)).toEqual([14_00])
  })

  test('staff ask the car park again about a voucher, which then settles it', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    const { transaction_id } = dataOf(await club.use(person, campaign_id, club.park()))
    await exhaust()
    behave()
    const body = { transaction_id, kind: 'application' as const }
    dataOf(await ivan().send(askCarParkAgainCall, { body }))
    expect(await ivan().send(askCarParkAgainCall, { body })).toMatchObject({
      code: 'parking-voucher.unknown-case',
    })
    await club.promotion.purge()
    expect(await club.mine(person)).toMatchObject([{ state: 'applied', discount_cents: 20_00 }])
    expect(await cases()).toEqual([])
  })

  test('a voucher that staff decide as not applied returns the points', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
    const { transaction_id } = dataOf(await club.use(person, campaign_id, club.park()))
    await exhaust()
    await club.decideNotApplied(transaction_id)
    expect(await club.balanceOf(person.customer_id)).toBe(500)
    expect(await club.mine(person)).toMatchObject([
      {
        state: 'failed',
        message: 'O estacionamento não confirmou este vale. O que você usou voltou para você.',
      },
    ])
    expect(club.notices.at(-1)?.template).toBe('parking-refused')
  })

  test.each([
    ['done' as const, 'undone', 500],
    ['not-done' as const, 'used', 450],
  ])('an undo without an answer is decided by staff as %s', async (decision, state, balance) => {
    const { person, transaction_id, voucher_id } = await applied()
    club.local().misbehave('closed', { operation: 'undo', requests: 'always' })
    const body = { undo_id: randomUUID(), voucher_id, reason: 'Engano' }
    dataOf(await club.staff('sara', 'gift_supervisor').send(undoParkingVoucherCall, { body }))
    await exhaust()
    expect(await cases()).toMatchObject([{ transaction_id, kind: 'undo', cause: 'no-answer' }])
    expect(await waiting()).toBe(1)
    behave()
    const decided = { transaction_id, kind: 'undo' as const, decision, reason: 'Conferido' }
    dataOf(await ivan().send(decideParkingCaseCall, { body: decided }))
    expect(await club.mine(person)).toMatchObject([{ state }])
    expect(await club.balanceOf(person.customer_id)).toBe(balance)
    expect(await findings()).toEqual([])
  })

  test('a car park that denies a discount which it confirmed is a case at once, and can be asked again', async () => {
    const { person, transaction_id, voucher_id } = await applied()
    const { carPark } = club.connection
    if (!carPark) throw new Error('The club has no car park')
    club.connection.carPark = {
      ...carPark,
      undo: async () => ({ kind: 'refused', reason: 'unknown-application' }),
    }
    const body = { undo_id: randomUUID(), voucher_id, reason: 'Engano' }
    dataOf(await club.staff('sara', 'gift_supervisor').send(undoParkingVoucherCall, { body }))
    expect(await cases()).toMatchObject([{ transaction_id, kind: 'undo', cause: 'unknown-application' }])
    club.connection.carPark = carPark
    dataOf(await ivan().send(askCarParkAgainCall, { body: { transaction_id, kind: 'undo' } }))
    await club.promotion.purge()
    expect(await club.mine(person)).toMatchObject([{ state: 'undone' }])
  })

  test('an application of another stay, or of a larger discount, is a case at once', async () => {
    const { id: campaign_id } = await club.pointsCampaign()
    const person = await club.join()
    const { carPark } = club.connection
    if (!carPark) throw new Error('The club has no car park')
    for (const [change, cause] of [
      [{ applied_at: new Date('2026-01-01T00:00:00Z') }, 'other-stay'],
      [{ discount_cents: 99_00 }, 'contradiction'],
    ] as const) {
      club.connection.carPark = {
        ...carPark,
        apply: async (input) => {
          const answer = await carPark.apply(input)
          return answer.kind === 'done' ? { ...answer, result: { ...answer.result, ...change } } : answer
        },
      }
      const { transaction_id } = dataOf(await club.use(person, campaign_id, club.park()))
      expect(await cases()).toMatchObject([{ transaction_id, cause }])
      club.connection.carPark = carPark
      dataOf(await ivan().send(askCarParkAgainCall, { body: { transaction_id, kind: 'application' } }))
      await club.promotion.purge()
    }
  })
})

describe('comparison of days', () => {
  test('a day is compared with the car park’s list: matched, only in one of them, or with another amount', async () => {
    const before = (await waiting()) ?? 0
    const [matched, denied, other] = [await applied(), await applied(), await applied()]
    const { carPark } = club.connection
    if (!carPark) throw new Error('The club has no car park')
    const foreign = randomUUID()
    club.connection.carPark = {
      ...carPark,
      listApplications: async (from, until) =>
        (await carPark.listApplications(from, until)).flatMap((each) => {
          if (each.key === denied.transaction_id) return [{ ...each, key: foreign }]
          return [each.key === other.transaction_id ? { ...each, discount_cents: 13_00 } : each]
        }),
    }
    expect(dataOf(await compare())).toMatchObject({
      day: today(),
      our_count: 3,
      our_cents: 42_00,
      their_count: 3,
      their_cents: 41_00,
      waiting: 3,
    })
    expect(await items('matched')).toMatchObject([
      { transaction_id: matched.transaction_id, our_cents: 14_00 },
    ])
    expect(await items('only_ours')).toMatchObject([
      { transaction_id: denied.transaction_id, their_cents: null },
    ])
    expect(await items('only_theirs')).toMatchObject([
      { transaction_id: null, protocol: null, our_cents: null },
    ])
    const [different] = await items('different_amount')
    expect(different).toMatchObject({ our_cents: 14_00, their_cents: 13_00, decision: null })
    expect(await waiting()).toBe(before + 3)

    const item = {
      item_id: different?.item_id ?? '',
      state: 'different_amount',
      reason: 'Acertado na fatura',
    } as const
    const decide = (change: { item_id?: string; state?: 'only_ours'; reason?: string }) =>
      ivan().send(decideParkingItemCall, { body: { ...item, ...change } })
    expect(await decide({ state: 'only_ours' })).toMatchObject({ code: 'parking-voucher.item-changed' })
    expect(await decide({ item_id: unknownId })).toMatchObject({ code: 'parking-voucher.unknown-item' })
    const decided = dataOf(await decide({}))
    expect(decided.decision).toMatchObject({ reason: 'Acertado na fatura', by: 'Nome de ivan' })
    expect(dataOf(await decide({}))).toEqual(decided)
    expect(await decide({ reason: 'Outro' })).toMatchObject({ code: 'parking-voucher.item-changed' })
    // An unchanged difference keeps its decision; the others match now.
    dataOf(await compare())
    expect(await items('different_amount')).toEqual([decided])
    const file = await download(filePath(parkingItemsFile, { day: today() }))
    const date = today().split('-').toReversed().join('/')
    const [, ...rows] = file.split('\r\n')
    expect(
      rows.map((line) => line.replace(/2026-\d{6}-\d/, 'protocol').replace(/\d\d:\d\d/, 'time')),
    ).toEqual([
      `${date};Conferido;protocol;G1;14,00;14,00;${date} time;;`,
      `${date};Só nosso;protocol;G1;14,00;;${date} time;;`,
      `${date};Só deles;;G1;;14,00;${date} time;;`,
      `${date};Valor diferente;protocol;G1;14,00;13,00;${date} time;Acertado na fatura;Nome de ivan`,
      '',
    ])
    const { lines: audited } = await searchAudit(club.database.db, {
      subject_id: today(),
      cursor: null,
      limit: 5,
    })
    expect(audited).toMatchObject([
      {
        action: 'parking-voucher.export-items',
        sentence: `Baixou a conferência do estacionamento de ${date}.`,
      },
      { action: 'parking-voucher.reconcile' },
      { action: 'parking-voucher.reconcile' },
    ])
    club.connection.carPark = carPark
    expect(dataOf(await compare())).toMatchObject({ waiting: 0, their_cents: 42_00 })
    expect(await items('matched')).toHaveLength(3)
    expect(await items('only_theirs')).toEqual([])
  })

  test('an undone voucher is in neither list, and one that is being undone may be in either', async () => {
    const { voucher_id } = await applied()
    const undone = await applied()
    const undo = (id: string) =>
      club.staff('sara', 'gift_supervisor').send(undoParkingVoucherCall, {
        body: { undo_id: randomUUID(), voucher_id: id, reason: 'Engano' },
      })
    dataOf(await undo(undone.voucher_id))
    club.local().misbehave('loses-answer', { operation: 'undo', requests: 'always' })
    dataOf(await undo(voucher_id))
    club.local().behave()
    expect(dataOf(await compare())).toMatchObject({ our_count: 1, their_count: 0, waiting: 0 })
  })

  test('ended days are compared automatically, once, also after an outage of the car park', async () => {
    await applied()
    const day = today()
    club.clock.advance(24 * 60 * minuteMs)
    club.local().misbehave('closed', { operation: 'list-applications', requests: 'always' })
    await club.promotion.purge()
    const days = async () => dataOf(await ivan().send(listParkingDaysCall))
    const compared = async () => (await days()).find((each) => each.day === day)
    expect(await compared()).toMatchObject({ compared_at: null, our_count: 1, their_count: null })
    behave()
    await club.promotion.purge()
    expect(await compared()).toMatchObject({ our_cents: 14_00, their_cents: 14_00, waiting: 0 })
    expect(await days()).toHaveLength(31)
    const first = await compared()
    club.clock.advance(60 * minuteMs)
    await club.promotion.purge()
    expect(await compared()).toEqual(first)
  })

  test('a future day and a silent car park are refused', async () => {
    expect(await compare('2027-01-01')).toMatchObject({ status: 422, code: 'parking-voucher.future-day' })
    for (const day of ['2026-02-30', '0000-01-01']) expect(await compare(day)).toMatchObject({ status: 422 })
    club.local().misbehave('silent', { operation: 'list-applications', requests: 'always' })
    expect(await compare()).toMatchObject({ code: 'parking-voucher.no-answer' })
    const query = { day: today(), state: 'matched' as const, cursor: 'x' }
    expect(await ivan().send(listParkingItemsCall, { query })).toMatchObject({ status: 422 })
  })
})

test('the liability report sums applied, open and undone vouchers of a period, and can be downloaded', async () => {
  const { campaign_id, person } = await applied()
  club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
  dataOf(await club.use(person, campaign_id, club.park()))
  const period = { from_day: today(), to_day: today() }
  const read = (query: typeof period) => ivan().send(readParkingLiabilityCall, { query })
  expect(dataOf(await read(period))).toEqual({
    applied_cents: 14_00,
    open_cents: 20_00,
    rows: [
      {
        day: today(),
        campaign_title: 'Natal no Ipê',
        garage_id: 'G1',
        garage_name: 'Subsolo',
        basis: 'points',
        applied_count: 1,
        applied_cents: 14_00,
        open_count: 1,
        open_cents: 20_00,
        undone_count: 0,
      },
    ],
  })
  expect(await read({ from_day: '2026-12-31', to_day: '2026-12-01' })).toMatchObject({
    code: 'parking-voucher.period',
  })
  expect(await read({ from_day: '2026-01-01', to_day: '2026-12-01' })).toMatchObject({ status: 422 })
  expect(await download(filePath(parkingLiabilityFile, period))).toBe(
    '\uFEFFDia;Promoção;Estacionamento;Código;Custo;Aplicados;Valor;Em aberto;Valor em aberto;Desfeitos\r\n' +
      `${today().split('-').toReversed().join('/')};Natal no Ipê;Subsolo;G1;Pontos;1;14,00;1;20,00;0\r\n`,
  )
})

test('the database refuses a voucher that costs points without their posting', async () => {
  const { id: campaign_id } = await club.receiptsCampaign()
  const person = await club.join()
  const body = {
    application_id: randomUUID(),
    campaign_id,
    customer_id: person.customer_id,
    ticket_number: club.park(),
    basis: 'courtesy',
    reason: 'Fila no caixa',
  } as const
  const { voucher } = dataOf(await club.staff('rosa', 'attendant').send(applyParkingVoucherCall, { body }))
  await expect(
    sql`update parking_voucher set basis = 'points' where id = ${voucher.voucher_id}`.execute(
      club.database.db,
    ),
  ).rejects.toMatchObject({ constraint: 'parking_voucher_spent' })
})

test.each([
  [
    'the state of a voucher',
    `update promotion_transaction set state = 'unknown', finished_at = null, response = null where state = 'completed'`,
    'state-matches-participation',
  ],
  [
    'the discount of a voucher',
    'update parking_voucher set discount_cents = discount_cents - 1 where discount_cents is not null',
    'discount-matches-response',
  ],
  [
    'the courtesies of a day',
    'update parking_courtesy set granted = granted - 1',
    'courtesies-match-vouchers',
  ],
])('the proof of parking vouchers detects tampering with %s', async (_what, statement, check) => {
  await applied()
  const { campaign_id, person } = await applied()
  const body = {
    application_id: randomUUID(),
    campaign_id,
    customer_id: person.customer_id,
    ticket_number: club.park(),
    basis: 'courtesy',
    reason: 'Fila no caixa',
  } as const
  dataOf(await club.staff('rosa', 'attendant').send(applyParkingVoucherCall, { body }))
  expect(await findings()).toEqual([])
  const undo = new Error('undo')
  await club.database.db
    .transaction()
    .execute(async (tx) => {
      await sql.raw(statement).execute(tx)
      const found = await proveNow(createParkingProof({ db: tx }), club.clock.now())
      expect(found.map((each) => each.check)).toContain(check)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
})
