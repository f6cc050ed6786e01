import { expect, test } from 'vitest'
import { formatAge, formatInstant } from './instant.ts'

test('instants are formatted in the club’s time zone', () => {
  expect(formatInstant('2026-11-21T01:30:00Z')).toBe('20/11/2026, 22:30')
})

test.each([
  ['2026-11-21T12:00:00Z', 'agora'],
  ['2026-11-21T12:01:00Z', 'agora'],
  ['2026-11-21T11:01:00Z', 'há 59 min'],
  ['2026-11-21T11:00:00Z', 'há 1 h'],
  ['2026-11-19T12:01:00Z', 'há 47 h'],
  ['2026-11-19T12:00:00Z', 'há 2 dias'],
])('the age of %s at noon is %s', (instant, age) => {
  expect(formatAge(instant, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})
