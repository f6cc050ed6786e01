import { expect, test } from 'vitest'
import { countdownAnnouncements, holdEnd, holdSeconds, isHoldLive } from './hold.ts'

const createdAt = new Date('2026-12-01T15:00:00.000Z')
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)

test('a hold is valid for 900 seconds', () => {
  expect(holdSeconds).toBe(900)
  expect(holdEnd(createdAt).toISOString()).toBe('2026-12-01T15:15:00.000Z')
})

test.each([
  [0, true],
  [899, true],
  [900, true],
  [900.001, false],
  [901, false],
])('a hold created %d seconds ago is live: %j', (seconds, live) => {
  expect(isHoldLive(createdAt, after(seconds))).toBe(live)
})

test('the end of a hold is announced five minutes and one minute before', () => {
  expect(countdownAnnouncements).toEqual([300, 60])
})
