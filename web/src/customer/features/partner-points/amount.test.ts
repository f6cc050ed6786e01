import fc from 'fast-check'
import { isAllowedAmount } from '@clube/contract/partner-points/partner.ts'
import { expect, test } from 'vitest'
import {
  amountError,
  formatLimits,
  formatTypedPoints,
  nearestAmount,
  pointsOf,
  steppedAmount,
  type Limits,
} from './amount.ts'

const limits: Limits = { minimum: 500, maximum: 10_000, step: 100 }

const anyLimits = fc
  .record({
    minimum: fc.integer({ min: 1, max: 100_000 }),
    step: fc.integer({ min: 1, max: 10_000 }),
    steps: fc.nat(500),
  })
  .map(({ minimum, step, steps }): Limits => ({ minimum, step, maximum: minimum + steps * step }))

test('typed points are grouped by thousands and read back, without characters other than digits', () => {
  expect(['', '0', '500', '12500', '12.500', '1a2 5-00', '999999999'].map(formatTypedPoints)).toEqual([
    '',
    '',
    '500',
    '12.500',
    '12.500',
    '12.500',
    '99.999.999',
  ])
  expect(['', '12.500', 'mil'].map(pointsOf)).toEqual([0, 12_500, 0])
})

test('steps lead from any number of points to an allowed amount in their direction, or to the end', () => {
  expect([steppedAmount(500, 1, limits), steppedAmount(600, -1, limits)]).toEqual([600, 500])
  expect([steppedAmount(500, -1, limits), steppedAmount(10_000, 1, limits)]).toEqual([500, 10_000])
  expect([steppedAmount(1_260, 1, limits), steppedAmount(1_260, -1, limits)]).toEqual([1_300, 1_200])
  expect([steppedAmount(0, 1, limits), steppedAmount(99_999, -1, limits)]).toEqual([500, 10_000])
  fc.assert(
    fc.property(
      anyLimits,
      fc.nat(2_000_000),
      fc.constantFrom(1 as const, -1 as const),
      (range, points, direction) => {
        const next = steppedAmount(points, direction, range)
        expect(isAllowedAmount(next, range)).toBe(true)
        expect(isAllowedAmount(nearestAmount(points, range), range)).toBe(true)
        if (isAllowedAmount(points, range)) expect(Math.abs(next - points)).toBeLessThanOrEqual(range.step)
      },
    ),
  )
})

test('an amount outside the limits or between two steps is refused with the sentence of the contract', () => {
  const sentence = 'Escolha entre 500 e 10.000 pontos, de 100 em 100.'
  expect(['', '499', '550', '10.100'].map((text) => amountError(text, limits))).toEqual(
    Array(4).fill(sentence),
  )
  expect(['500', '1.200', '10.000'].map((text) => amountError(text, limits))).toEqual(
    Array(3).fill(undefined),
  )
})

test('limits are described by their range and step, and a single amount without them', () => {
  expect(formatLimits(limits)).toBe('De 500 a 10.000 pontos, de 100 em 100')
  expect(formatLimits({ minimum: 1_000, maximum: 1_000, step: 1 })).toBe('1.000 pontos por vez')
})
