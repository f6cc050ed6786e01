import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { endedVoucherRefusal, voucherStateAt } from './voucher.ts'

const issued = {
  state: 'issued',
  expires_at: new Date('2026-12-25T03:00:00Z'),
  held_until: null,
  delivered_at: null,
} as const
const delivered = {
  ...issued,
  state: 'delivered',
  delivered_at: new Date('2026-12-24T21:05:00Z'),
} as const

test.each([
  ['2026-12-25T02:59:59.999Z', 'issued'],
  ['2026-12-25T03:00:00Z', 'expired'],
] as const)('a voucher whose deadline is midnight is, at %s, %s', (instant, state) => {
  expect(voucherStateAt(issued, new Date(instant))).toBe(state)
})

test.each([
  ['2026-12-25T21:00:00Z', '2026-12-26T02:59:59.999Z', 'issued'],
  ['2026-12-25T21:00:00Z', '2026-12-26T03:00:00Z', 'expired'],
  ['2026-12-26T21:00:00Z', '2026-12-26T02:59:59.999Z', 'issued'],
  ['2026-12-26T21:00:00Z', '2026-12-26T21:00:00Z', 'expired'],
] as const)(
  'a voucher with a deadline at %s that is held until midnight of 25 December is, at %s, %s',
  (deadline, instant, state) => {
    const held = { expires_at: new Date(deadline), held_until: new Date('2026-12-26T03:00:00Z') }
    expect(voucherStateAt({ ...issued, ...held }, new Date(instant))).toBe(state)
  },
)

test('only an issued voucher expires', () => {
  const late = new Date('2027-01-01T00:00:00Z')
  expect(voucherStateAt(delivered, late)).toBe('delivered')
  expect(voucherStateAt({ ...issued, state: 'cancelled' }, late)).toBe('cancelled')
})

test('an ended voucher is refused with the reason, and the last day on which it was valid', () => {
  const refusalAt = (voucher: Parameters<typeof endedVoucherRefusal>[0], instant: string) =>
    endedVoucherRefusal(voucher, new Date(instant), defaultTimeZone)
  expect(refusalAt(issued, '2026-12-24T21:00:00Z')).toBeNull()
  expect(refusalAt(issued, '2026-12-26T21:00:00Z')).toEqual({
    ok: false,
    code: 'free-gifts.voucher-expired',
    values: { date: '24/12/2026' },
  })
  expect(refusalAt(delivered, '2026-12-26T21:00:00Z')).toEqual({
    ok: false,
    code: 'free-gifts.already-delivered',
    values: { date: '24/12/2026', time: '18:05' },
  })
  expect(refusalAt({ ...issued, state: 'cancelled' }, '2026-12-24T21:00:00Z')).toEqual({
    ok: false,
    code: 'free-gifts.voucher-cancelled',
  })
})
