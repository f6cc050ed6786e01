import { expect, test } from 'vitest'
import { scaleOf } from './plot-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [12, [0, 5, 10, 15]],
  [12.4, [0, 5, 10, 15]],
  [1_000, [0, 500, 1_000]],
  [64_000, [0, 20_000, 40_000, 60_000, 80_000]],
])('the scale of a plot up to %d has the values %j', (highest, values) => {
  expect(scaleOf(highest)).toEqual(values)
})

test('every scale covers the highest value with at most six lines', () => {
  for (let highest = 0; highest <= 20_000; highest += 7) {
    const values = scaleOf(highest)
    expect(values.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(values.length).toBeLessThanOrEqual(6)
  }
})
