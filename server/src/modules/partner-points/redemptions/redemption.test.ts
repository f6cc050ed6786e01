import { expect, test } from 'vitest'
import { absentDebit, caseCauseOf, debitError, validUntil } from './redemption.ts'

const expires_at = new Date('2026-12-10T12:00:00Z')
const after = (seconds: number) => new Date(expires_at.getTime() + seconds * 1000)

test.each([
  [0, 'send'],
  [59, 'send'],
  [60, 'wait'],
  [119, 'wait'],
  [120, 'final'],
])(
  '%i seconds after its quote expired, a debit that the partner does not know is decided as %s',
  (seconds, kind) => {
    expect(absentDebit(validUntil(expires_at), after(seconds))).toEqual({ kind })
  },
)

test.each([
  [{ member_number: '7', points: 10 }, null],
  [{ member_number: '8', points: 10 }, 'other-member'],
  [{ member_number: '7', points: 11 }, 'other-points'],
  [{ member_number: '8', points: 11 }, 'other-member'],
])('a confirmed debit of %j has the error %s', (debit, error) => {
  expect(debitError(debit, { member_number: '7', points: 10 })).toBe(error)
})

test('the member of an erased customer is not compared', () => {
  expect(debitError({ member_number: '8', points: 10 }, { member_number: null, points: 10 })).toBeNull()
})

test.each([
  ['other-points', 'other-points'],
  ['timeout', 'no-answer'],
  ['constructor', 'no-answer'],
  [null, 'no-answer'],
])('the cause %s is shown to staff as %s', (cause, shown) => {
  expect(caseCauseOf(cause)).toBe(shown)
})
