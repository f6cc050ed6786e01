import { expect, test } from 'vitest'
import { pointsOf } from '../club/points-rules.ts'
import { estimatedPoints } from './receipt.ts'

test.each([
  [100, 12_345, 123],
  [250, 12_345, 49],
  [250, 249, 0],
  [1, 12_345, 12_345],
])('with %i cents per point, %i cents earn %i points', (cents_per_point, amount_cents, points) => {
  expect(pointsOf({ cents_per_point }, amount_cents)).toBe(points)
})

test('only a receipt under its first review has an estimate of its points', () => {
  const rules = { cents_per_point: 100 }
  const receipt = { state: 'pending_review', amount_cents: 12_345, appeals: 0 } as const
  expect(estimatedPoints(rules, receipt)).toBe(123)
  expect(estimatedPoints(rules, { ...receipt, appeals: 1 })).toBeNull()
  expect(estimatedPoints(rules, { ...receipt, state: 'approved' })).toBeNull()
  expect(estimatedPoints(rules, { ...receipt, state: 'rejected' })).toBeNull()
})
