import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  allocateUse,
  creditCents,
  spendRuleOf,
  spendRuleSchema,
  progressToNextUse,
  usesOf,
} from './spend-rule.ts'

const rule = (change: object = {}) => spendRuleOf({ every_cents: 40_000, participations: 1, ...change })
const credit = (...cents: number[]) => cents.map((each, index) => ({ purchase_id: `p${index}`, cents: each }))
const shop_id = '0197b3a0-0000-7000-8000-000000000001'
/** 2026-12-05 is a Saturday. */
const saturday = { amount_cents: 9_999, issued_on: '2026-12-05', shop_id }

test('a rule stored with only an amount and participations accumulates receipts and carries over the remainder', () => {
  expect(spendRuleOf({ every_cents: 40_000, participations: 2 })).toEqual({
    every_cents: 40_000,
    participations: 2,
    accumulate: true,
    residual: 'carry',
    multipliers: [],
    limit_per_day: null,
    exclusive: false,
  })
})

test.each([
  ['a multiplier of 100 percent', { multipliers: [{ percent: 100, weekdays: [6], shop_ids: [] }] }],
  ['a multiplier without days or shops', { multipliers: [{ percent: 200, weekdays: [], shop_ids: [] }] }],
  ['an eighth day of the week', { multipliers: [{ percent: 200, weekdays: [7], shop_ids: [] }] }],
  ['a daily limit of zero', { limit_per_day: 0 }],
  ['a negative amount', { every_cents: -1 }],
])('a rule with %s is invalid', (_what, change) => {
  expect(z.safeParse(spendRuleSchema, { every_cents: 40_000, participations: 1, ...change }).success).toBe(
    false,
  )
})

describe('the credit of a receipt', () => {
  test('without multipliers, the credit of a receipt is its amount', () => {
    expect(creditCents(rule(), saturday)).toBe(9_999)
  })

  test('the credit of a receipt is rounded down to a cent after the multiplier', () => {
    const multipliers = [{ percent: 150, weekdays: [6], shop_ids: [] }]
    expect(creditCents(rule({ multipliers }), saturday)).toBe(14_998)
  })

  test('the credit of a receipt uses the highest multiplier that applies to its day and shop', () => {
    const multipliers = [
      { percent: 200, weekdays: [6], shop_ids: [] },
      { percent: 300, weekdays: [], shop_ids: [shop_id] },
      { percent: 900, weekdays: [0], shop_ids: [shop_id] },
    ]
    expect(creditCents(rule({ multipliers }), saturday)).toBe(29_997)
  })
})

test.each([
  ['receipts that add up', {}, [25_000, 25_000, 40_000], 2],
  ['receipts that count individually', { accumulate: false }, [25_000, 25_000, 85_000], 2],
  ['receipts whose remainders are lost', { residual: 'lost' }, [30_000, 30_000, 30_000], 1],
  ['one receipt worth several uses whose remainder is lost', { residual: 'lost' }, [85_000, 35_000], 2],
  ['no receipts', {}, [], 0],
])('only whole uses are counted for %s', (_what, change, cents, uses) => {
  expect(usesOf(rule(change), credit(...cents))).toBe(uses)
})

test('progress is the credit left after the uses that it already allows', () => {
  expect(progressToNextUse(rule(), credit(31_250))).toEqual({ reached_cents: 31_250, missing_cents: 8_750 })
  expect(progressToNextUse(rule(), credit(81_250))).toEqual({ reached_cents: 1_250, missing_cents: 38_750 })
  expect(progressToNextUse(rule(), [])).toEqual({ reached_cents: 0, missing_cents: 40_000 })
})

test('where remainders are lost, progress counts only receipts that no use has consumed', () => {
  expect(progressToNextUse(rule({ residual: 'lost' }), credit(30_000, 30_000, 30_000))).toEqual({
    reached_cents: 30_000,
    missing_cents: 10_000,
  })
})

test('the number of uses that credit allows equals the number of consecutive allocations', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 8 }),
      fc.boolean(),
      fc.constantFrom('carry' as const, 'lost' as const),
      (cents, accumulate, residual) => {
        const generated = rule({ every_cents: 20_000, accumulate, residual })
        let left = credit(...cents)
        let uses = 0
        for (let next = allocateUse(generated, left); next !== null; next = allocateUse(generated, left)) {
          const taken = new Map(next.map((part) => [part.purchase_id, part.amount_cents + part.lost_cents]))
          left = left.map((one) => ({ ...one, cents: one.cents - (taken.get(one.purchase_id) ?? 0) }))
          uses += 1
        }
        expect(usesOf(generated, credit(...cents))).toBe(uses)
      },
    ),
  )
})

test('receipts that count individually make no combined progress', () => {
  expect(progressToNextUse(rule({ accumulate: false }), credit(31_250))).toEqual({
    reached_cents: 0,
    missing_cents: 40_000,
  })
})

describe('a use', () => {
  test('a use consumes receipts in order, and only what it needs of the last one', () => {
    expect(allocateUse(rule(), credit(25_000, 25_000, 5_000))).toEqual([
      { purchase_id: 'p0', amount_cents: 25_000, lost_cents: 0 },
      { purchase_id: 'p1', amount_cents: 15_000, lost_cents: 0 },
    ])
  })

  test('where remainders are lost, a use discards the rest of the last receipt, but not credit for further whole uses', () => {
    expect(allocateUse(rule({ residual: 'lost' }), credit(85_000))).toEqual([
      { purchase_id: 'p0', amount_cents: 40_000, lost_cents: 5_000 },
    ])
  })

  test('where receipts count individually, a use consumes one sufficient receipt', () => {
    expect(allocateUse(rule({ accumulate: false }), credit(25_000, 45_000))).toEqual([
      { purchase_id: 'p1', amount_cents: 40_000, lost_cents: 0 },
    ])
    expect(allocateUse(rule({ accumulate: false }), credit(25_000, 25_000))).toBeNull()
  })

  test('a use is not allocated without enough credit', () => {
    expect(allocateUse(rule(), credit(39_999))).toBeNull()
  })
})
