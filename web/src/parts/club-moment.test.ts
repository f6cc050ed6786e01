import { expect, test } from 'vitest'
import { clubClock, clubMoment, clubUntil } from './club-moment.ts'

test('dates are words, hours are round where they can be', () => {
  expect(clubMoment('2026-12-12T18:00:00Z')).toBe('sáb., 12 de dez., 15h')
  expect(clubMoment('2026-12-12T18:30:00Z')).toBe('sáb., 12 de dez., 15h30')
  expect(clubMoment('2026-12-12T12:05:00Z')).toBe('sáb., 12 de dez., 9h05')
  expect(clubClock('2026-12-12T12:05:00Z')).toBe('09:05')
})

test('a period that ends at midnight ends with the day before', () => {
  expect(clubUntil('2027-01-01T03:00:00Z')).toBe('qui., 31 de dez.')
  expect(clubUntil('2027-01-01T01:00:00Z')).toBe('qui., 31 de dez., 22h')
})
