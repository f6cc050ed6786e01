import { expect, test } from 'vitest'
import { copyTitle, voucherExpiry } from './voucher.ts'

const issued_at = new Date('2026-12-01T15:00:00Z')

test.each([
  [15, null, '2026-12-16T15:00:00.000Z'],
  [15, '2026-12-10T02:00:00Z', '2026-12-10T02:00:00.000Z'],
  [15, '2027-01-10T02:00:00Z', '2026-12-16T15:00:00.000Z'],
])(
  'a voucher valid for %i days in a campaign that delivers until %s expires at %s',
  (valid_days, until, expected) => {
    const redeem_until = until === null ? null : new Date(until)
    expect(voucherExpiry(issued_at, { valid_days, redeem_until }).toISOString()).toBe(expected)
  },
)

test('copies of a gift voucher are numbered, those printed at the desk separately, and the first print is not', () => {
  expect([0, 1, 3].map(copyTitle)).toEqual([null, '2ª via (1 de 3)', '2ª via (3 de 3)'])
  expect([4, 5].map(copyTitle)).toEqual(['2ª via do balcão (nº 1)', '2ª via do balcão (nº 2)'])
})
