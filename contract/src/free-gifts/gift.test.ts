import { expect, test } from 'vitest'
import { availabilityOf } from './gift.ts'

test.each([
  [0, 100, 'out'],
  [1, 1, 'last'],
  [1, 4, 'last'],
  [2, 4, 'available'],
  [10, 100, 'last'],
  [11, 100, 'available'],
  [20, 2000, 'last'],
  [21, 2000, 'available'],
] as const)('%i of %i units are %s', (remaining, total, availability) => {
  expect(availabilityOf({ remaining, total })).toBe(availability)
})
