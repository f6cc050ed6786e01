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
] as const)(
  'with %i of %i units left, the availability of a gift is %s',
  (remaining, total, availability) => {
    expect(availabilityOf({ remaining, total })).toBe(availability)
  },
)
