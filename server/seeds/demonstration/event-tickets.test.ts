import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { firstEvening } from './event-tickets.ts'

test.each([
  ['2026-11-21T03:17:00-03:00', '2026-11-21T19:00:00-03:00'],
  ['2026-11-21T16:00:00-03:00', '2026-11-21T19:00:00-03:00'],
  ['2026-11-21T16:01:00-03:00', '2026-11-21T20:00:00-03:00'],
  ['2026-11-21T19:00:00-03:00', '2026-11-21T22:00:00-03:00'],
  ['2026-11-21T19:01:00-03:00', '2026-11-22T19:00:00-03:00'],
  ['2026-11-21T23:40:00-03:00', '2026-11-22T19:00:00-03:00'],
])('the first session of a demonstration created at %s starts at %s', (now, starts_at) => {
  expect(firstEvening(new Date(now), defaultTimeZone)).toEqual(new Date(starts_at))
})

test('the first session of a demonstration starts three to 24 hours after its creation, at any time of day', () => {
  for (let minute = 0; minute < 1440; minute += 1) {
    const now = Date.UTC(2026, 10, 21, 0, minute)
    const hours = (firstEvening(new Date(now), defaultTimeZone).getTime() - now) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(3)
    expect(hours).toBeLessThan(24)
  }
})
