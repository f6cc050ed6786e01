import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00Z') }))
afterEach(() => {
  noteServerTime(new Date().toISOString())
  vi.useRealTimers()
})

test('a phone that is wrong by an hour counts by the server all the same', () => {
  noteServerTime('2026-11-21T16:00:05Z')
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:05Z'))
  vi.advanceTimersByTime(10_000)
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:15Z'))
})

test('an answer without a time changes nothing', () => {
  noteServerTime('2026-11-21T16:00:00Z')
  noteServerTime(null)
  noteServerTime('logo')
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:00Z'))
})
