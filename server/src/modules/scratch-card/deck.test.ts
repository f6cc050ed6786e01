import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { daysOf } from './deck.ts'

test('the first day of a campaign begins at its start, the others at midnight in club time', () => {
  const campaign = { starts_at: new Date('2026-12-01T13:00:00Z'), ends_at: new Date('2026-12-04T01:00:00Z') }
  expect(daysOf(campaign, defaultTimeZone).map((day) => day.toISOString())).toEqual([
    '2026-12-01T13:00:00.000Z',
    '2026-12-02T03:00:00.000Z',
    '2026-12-03T03:00:00.000Z',
  ])
  expect(daysOf({ ...campaign, ends_at: new Date('2026-12-02T03:00:00Z') }, defaultTimeZone)).toHaveLength(1)
})
