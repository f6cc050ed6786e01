import { expect, test } from 'vitest'
import { clubDay, clubHour, clubLongDay, clubMonth } from './club-day.ts'

test('days and hours are those of the club, not of Greenwich', () => {
  const lateEvening = new Date('2026-03-05T02:30:00Z')
  expect(clubDay(lateEvening)).toBe('2026-03-04')
  expect(clubHour(lateEvening)).toBe(23)
  expect(clubHour(new Date('2026-03-05T03:00:00Z'))).toBe(0)
})

test('instants are written for people', () => {
  expect(clubLongDay('2026-03-05T02:30:00Z')).toBe('4 de março de 2026')
  expect(clubMonth('2026-04-01T01:00:00Z')).toBe('março de 2026')
  expect(clubLongDay('ontem')).toBe('ontem')
})
