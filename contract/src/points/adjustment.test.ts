import { expect, test } from 'vitest'
import { afterAdjustment } from './adjustment.ts'

test.each([
  [{ balance: 50, debt: 0 }, 120, { balance: 170, debt: 0 }],
  [{ balance: 0, debt: 80 }, 100, { balance: 20, debt: 0 }],
  [{ balance: 0, debt: 80 }, 30, { balance: 0, debt: 50 }],
  [{ balance: 50, debt: 0 }, -50, { balance: 0, debt: 0 }],
  [{ balance: 50, debt: 10 }, -70, { balance: 0, debt: 30 }],
])('an account with %j that is adjusted by %i points has %j', (account, points, after) => {
  expect(afterAdjustment(account, points)).toEqual(after)
})
