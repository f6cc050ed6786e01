import { describe, expect, test } from 'vitest'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ReceiptRules } from './deps.ts'
import { deskReviewReasons, reviewReasons, type ReceiptFindings } from './plausibility.ts'

const rules: ReceiptRules = {
  uf: 'SP',
  accepted_days: 30,
  auto_approve_max_cents: 30_000,
  daily_limit: 10,
  shop_daily_limit: 3,
  cents_per_point: 100,
  auto_approve_month_cents: 200_000,
  auto_approve_month_count: 20,
  reversal_review_days: 90,
  shop_recent_limit: 6,
  device_customers: 4,
  numbers_per_day: 2000,
  opens_at_hour: 10,
  desk_approve_max_cents: 200_000,
  points_delay_hours: 24,
}
const today = '2026-11-22'
/** A first receipt of a new customer, from a known till. */
const plausible: ReceiptFindings = {
  amount_cents: 12_350,
  issued_on: today,
  number: 5000,
  person: {
    today: 0,
    at_shop_today: 0,
    at_shop_recently: 0,
    rejected_recently: 0,
    reversed: 0,
    auto_approved: { count: 0, cents: 0 },
  },
  till: { is_known: true, below: [{ number: 4990, issued_on: today }], above: [] },
  usual_cents: 9000,
  device: { other_customers: 0, reversed: 0 },
  same_number: { approved: 0, refused: 0 },
  reversal_reason: null,
  fiscal: null,
}
const timeAt = (hour: number) => ({
  now: new Date(`${today}T${String(hour).padStart(2, '0')}:30:00-03:00`),
  time_zone: defaultTimeZone,
})
const reasons = (change: Partial<ReceiptFindings> = {}, hour = 15) =>
  reviewReasons(rules, { ...plausible, ...change }, timeAt(hour))
const person = (change: Partial<ReceiptFindings['person']>) => ({
  person: { ...plausible.person, ...change },
})
const till = (change: Partial<ReceiptFindings['till']>) => ({ till: { ...plausible.till, ...change } })

describe('why a receipt waits for staff', () => {
  test('a new customer’s first receipt, issued today, does not wait for staff', () => {
    expect(reasons()).toEqual([])
  })

  test.each<[string, Partial<ReceiptFindings>, string]>([
    [
      'a high amount',
      { amount_cents: 30_001, usual_cents: null },
      'Valor acima do limite de aprovação automática',
    ],
    ['an amount unusual for the shop', { usual_cents: 4116 }, 'Valor fora do comum para esta loja'],
    [
      'a second receipt from the same shop today',
      person({ at_shop_today: 1 }),
      'Outra nota da mesma loja no mesmo dia',
    ],
    ['many receipts of one shop', person({ at_shop_recently: 6 }), '7 notas desta loja em 30 dias'],
    [
      'an earlier rejection',
      person({ rejected_recently: 1 }),
      'Cliente com nota recusada nos últimos 30 dias',
    ],
    ['an earlier reversal', person({ reversed: 1 }), 'Cliente com nota estornada nos últimos 90 dias'],
    [
      'the monthly limit on the number of receipts',
      person({ auto_approved: { count: 20, cents: 0 } }),
      'Limite mensal de aprovação automática do cliente',
    ],
    [
      'the monthly limit on the amount',
      person({ auto_approved: { count: 1, cents: 187_651 } }),
      'Limite mensal de aprovação automática do cliente',
    ],
    ['an unknown till', till({ is_known: false, below: [] }), 'Primeira nota deste caixa da loja'],
    [
      'a number already refused',
      { same_number: { approved: 0, refused: 1 } },
      'Nota com este número já foi recusada ou estornada',
    ],
    [
      'a number already approved',
      { same_number: { approved: 1, refused: 0 } },
      'Outra nota com o mesmo número já foi aprovada: uma delas é falsa',
    ],
    [
      'a device used by many customers',
      { device: { other_customers: 4, reversed: 0 } },
      'Aparelho usado por 5 clientes em 30 dias',
    ],
    [
      'a device with a reversed receipt',
      { device: { other_customers: 0, reversed: 1 } },
      'Aparelho de onde veio uma nota estornada',
    ],
    [
      'a fiscal response with different data',
      { fiscal: 'different' },
      'Valor ou data diferente da consulta fiscal',
    ],
    ['a cancelled receipt', { fiscal: 'cancelled' }, 'Nota cancelada na consulta fiscal'],
    ['a receipt that does not exist', { fiscal: 'unknown' }, 'Nota não encontrada na consulta fiscal'],
    ['a missing fiscal response', { fiscal: 'unanswered' }, 'Consulta fiscal sem resposta'],
  ])('a receipt waits for staff because of %s', (_what, change, reason) => {
    expect(reasons(change)).toEqual([reason])
  })

  test('a receipt issued today and registered before the mall opens waits for staff; an older one does not', () => {
    const early = 'Cadastrada no dia da compra, antes de o shopping abrir'
    expect(reasons({}, 9)).toEqual([early])
    expect(reasons({}, 10)).toEqual([])
    expect(reasons({ issued_on: '2026-11-21' }, 9)).toEqual([])
  })
})

describe('the order of a till’s receipt numbers', () => {
  const outOfOrder = 'Número fora da ordem das notas da loja'
  const farAway = 'Número distante das outras notas da loja'
  const ago = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  const others = (...receipts: [number, number][]) =>
    receipts.map(([number, days]) => ({ number, issued_on: ago(days) }))

  test.each<[string, Partial<ReceiptFindings>, string[]]>([
    ['higher than last week’s is accepted', till({ below: others([4990, 7]) }), []],
    ['lower than last week’s is out of order', till({ below: [], above: others([5010, 7]) }), [outOfOrder]],
    [
      'lower than yesterday’s, for instance after midnight, is accepted',
      till({ below: [], above: others([5010, 1]) }),
      [],
    ],
    [
      'contradicted by one of three receipts is accepted',
      till({ above: others([5001, 3], [5002, 0], [5003, 0]) }),
      [],
    ],
    [
      'contradicted by two of three receipts is out of order',
      till({ above: others([5001, 3], [5002, 3], [5003, 0]) }),
      [outOfOrder],
    ],
    [
      'from last week that is higher than today’s is out of order',
      { issued_on: ago(7), ...till({ below: others([4990, 0]) }) },
      [outOfOrder],
    ],
    ['reachable in one day is accepted', till({ below: others([3000, 0]) }), []],
    ['not reachable in one day is too far away', till({ below: others([2999, 0]) }), [farAway]],
    ['reachable in two days is accepted', till({ below: others([1000, 1]) }), []],
    ['outside the shop’s sequence is too far away', { number: 700_000_000 }, [farAway]],
  ])('a receipt number %s', (_what, change, expected) => {
    expect(reasons(change)).toEqual(expected)
  })
})

test('a receipt confirmed by the tax authority skips the plausibility checks, except those on customer and device', () => {
  const unusual = { fiscal: 'confirmed' as const, usual_cents: 100, ...till({ is_known: false }) }
  expect(reasons(unusual, 3)).toEqual([])
  expect(reasons({ ...unusual, ...person({ reversed: 1 }) })).toEqual([
    'Cliente com nota estornada nos últimos 90 dias',
  ])
  expect(reasons({ ...unusual, device: { other_customers: 0, reversed: 1 } })).toEqual([
    'Aparelho de onde veio uma nota estornada',
  ])
})

test('a paper receipt can be approved at the desk up to the desk limit, unless its number is already approved', () => {
  const desk = (change: Partial<ReceiptFindings>) => deskReviewReasons(rules, { ...plausible, ...change })
  expect(desk({ ...till({ is_known: false }), ...person({ reversed: 1 }) })).toEqual([])
  expect(desk({ amount_cents: 200_001 })).toEqual(['Valor acima do limite de aprovação no balcão'])
  expect(desk({ same_number: { approved: 1, refused: 0 } })).toHaveLength(1)
})

test('a paper receipt that staff reversed before is reviewed with the reason of the reversal', () => {
  expect(deskReviewReasons(rules, { ...plausible, reversal_reason: 'A loja cancelou a compra.' })).toEqual([
    'Nota estornada antes (A loja cancelou a compra)',
  ])
})
