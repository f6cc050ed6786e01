import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf, deductFromLots } from './lot.ts'

const lot = (id: string, remaining: number, day: number) => ({
  id,
  remaining,
  expires_at: new Date(Date.UTC(2026, 11, day)),
  available_at: null,
})

describe('lots', () => {
  test('lots that expire first are spent first', () => {
    const lots = [lot('late', 50, 30), lot('soon', 20, 1), lot('next', 30, 10)]
    expect(deductFromLots(lots, 60)).toEqual([
      { lot_id: 'soon', points: -20 },
      { lot_id: 'next', points: -30 },
      { lot_id: 'late', points: -10 },
    ])
  })

  test('a preferred lot is spent before the others', () => {
    const lots = [lot('soon', 20, 1), lot('late', 50, 30)]
    expect(deductFromLots(lots, 60, 'late')).toEqual([
      { lot_id: 'late', points: -50 },
      { lot_id: 'soon', points: -10 },
    ])
  })

  test('spending never deducts more points than available, requested or remaining in a lot', () => {
    const arbitraryLots = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 28 })), { maxLength: 12 })
    fc.assert(
      fc.property(arbitraryLots, fc.nat(4000), (pairs, points) => {
        const lots = pairs.map(([remaining, day], i) => lot(String(i), remaining, day))
        const movements = deductFromLots(lots, points)
        const available = lots.reduce((sum, { remaining }) => sum + remaining, 0)
        expect(-sumOf(movements) + 0).toBe(Math.min(available, points))
        for (const { lot_id, points: moved } of movements)
          expect(-moved).toBeLessThanOrEqual(lots.find(({ id }) => id === lot_id)?.remaining ?? 0)
      }),
    )
  })
})
