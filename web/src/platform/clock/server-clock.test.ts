import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime, serverNow } from './server-clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00Z') }))
afterEach(() => {
  syncServerTime(new Date().toISOString())
  vi.useRealTimers()
})

test('the server clock is correct on a device whose clock is an hour off', () => {
  syncServerTime('2026-11-21T16:00:05Z')
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:05Z'))
  vi.advanceTimersByTime(10_000)
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:15Z'))
})

test('the server clock ignores a response without a server time', () => {
  syncServerTime('2026-11-21T16:00:00Z')
  syncServerTime(null)
  syncServerTime('logo')
  expect(serverNow()).toBe(Date.parse('2026-11-21T16:00:00Z'))
})
