import { expect, test } from 'vitest'
import { availabilityOf, remainingText } from './gift.ts'

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

test('the text for the remaining units is in the singular or the plural, and empty if nothing is left', () => {
  expect([0, 1, 2, 1_312].map(remainingText)).toEqual(['', 'Resta 1', 'Restam 2', 'Restam 1.312'])
})
