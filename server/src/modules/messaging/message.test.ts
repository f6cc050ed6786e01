import { describe, expect, test } from 'vitest'
import { planRetry } from './message.ts'

const created_at = new Date('2026-11-21T12:00:00Z')
const at = (seconds: number) => new Date(created_at.getTime() + seconds * 1000)
const plan = (attempts: number, more: object = {}) =>
  planRetry({ attempts, created_at, expires_at: null, now: at(1), ...more })

describe('a message that the gateway did not accept', () => {
  test('a failed message is retried after 5 seconds, then with doubling delays of at most a minute', () => {
    const delays = [1, 2, 3, 4, 5, 6, 100].map((attempts) => plan(attempts))
    expect(delays).toEqual(
      [5, 10, 20, 40, 60, 60, 60].map((delaySeconds) => ({ kind: 'retry', delaySeconds })),
    )
  })

  test('a failed message waits for the delay given by the gateway if it is longer', () => {
    expect(plan(1, { retry_after_seconds: 90 })).toEqual({ kind: 'retry', delaySeconds: 90 })
    expect(plan(3, { retry_after_seconds: 7 })).toEqual({ kind: 'retry', delaySeconds: 20 })
  })

  test('an expired message is not retried', () => {
    const expires_at = at(600)
    expect(plan(20, { expires_at, now: at(530) })).toEqual({ kind: 'retry', delaySeconds: 60 })
    expect(plan(20, { expires_at, now: at(540) })).toEqual({ kind: 'failed', reason: 'expired' })
  })

  test('a message is abandoned after a day', () => {
    expect(plan(1400, { now: at(86_300) })).toEqual({ kind: 'retry', delaySeconds: 60 })
    expect(plan(1400, { now: at(86_340) })).toEqual({ kind: 'failed', reason: 'gave-up' })
  })

  test('a code that is valid for ten minutes is retried throughout an outage of nine minutes', () => {
    let now = 0
    let attempts = 1
    while (now < 9 * 60) {
      const next = planRetry({ attempts, created_at, expires_at: at(600), now: at(now) })
      expect(next.kind).toBe('retry')
      now += next.kind === 'retry' ? next.delaySeconds : 0
      attempts += 1
    }
    expect(now).toBeLessThan(600)
  })
})
