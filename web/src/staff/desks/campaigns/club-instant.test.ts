import { expect, test } from 'vitest'
import { clubFieldText, clubInstant } from './club-instant.ts'

test('day and time are those of the club, wherever the browser is', () => {
  expect(clubInstant('2026-12-12T10:00')).toBe('2026-12-12T13:00:00.000Z')
  expect(clubInstant('2026-12-25T00:00')).toBe('2026-12-25T03:00:00.000Z')
  // In the summer of 2018 the clocks of São Paulo were an hour ahead.
  expect(clubInstant('2018-12-12T10:00')).toBe('2018-12-12T12:00:00.000Z')
  expect(clubFieldText('2026-12-25T01:30:00Z')).toBe('2026-12-24T22:30')
  expect(clubFieldText(clubInstant('2026-01-31T23:59'))).toBe('2026-01-31T23:59')
})

test('a text that is no moment is no instant', () => {
  expect(clubInstant('')).toBe('')
  expect(clubInstant('2026-13-40T10:00')).toBe('')
})
