import { expect, test } from 'vitest'
import { clubDayInWords, clubDayOf, clubDayStart, clubYearOf } from './club-time.ts'

test('days and years are those of Brasília', () => {
  const lateEvening = new Date('2027-01-01T02:59:59.500Z')
  expect(clubDayOf(lateEvening)).toBe('2026-12-31')
  expect(clubYearOf(lateEvening)).toBe(2026)
  expect(clubDayInWords(lateEvening)).toBe('31/12/2026')
  expect(clubDayStart(lateEvening).toISOString()).toBe('2026-12-31T03:00:00.000Z')
  expect(clubDayStart(new Date('2027-01-01T03:00:00.000Z')).toISOString()).toBe('2027-01-01T03:00:00.000Z')
})
