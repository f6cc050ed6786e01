import { describe, expect, test } from 'vitest'
import { planRetry } from './message.ts'

const created_at = new Date('2026-11-21T12:00:00Z')
const at = (seconds: number) => new Date(created_at.getTime() + seconds * 1000)
const plan = (attempts: number, more: object = {}) =>
  planRetry({ attempts, created_at, expires_at: null, now: at(1), ...more })

describe('a message that could not be handed over', () => {
  test('is tried again after 5 seconds, then after twice as long, but every minute at least', () => {
    const delays = [1, 2, 3, 4, 5, 6, 100].map((attempts) => plan(attempts))
    expect(delays).toEqual([5, 10, 20, 40, 60, 60, 60].map((delaySeconds) => ({ at: 'retry', delaySeconds })))
  })

  test('waits as long as the gateway says, if that is longer', () => {
    expect(plan(1, { retry_after_seconds: 90 })).toEqual({ at: 'retry', delaySeconds: 90 })
    expect(plan(3, { retry_after_seconds: 7 })).toEqual({ at: 'retry', delaySeconds: 20 })
  })

  test('is not sent when what it says is over', () => {
    const expires_at = at(600)
    expect(plan(20, { expires_at, now: at(530) })).toEqual({ at: 'retry', delaySeconds: 60 })
    expect(plan(20, { expires_at, now: at(540) })).toEqual({ at: 'failed', reason: 'expired' })
  })

  test('is given up after a day', () => {
    expect(plan(1400, { now: at(86_300) })).toEqual({ at: 'retry', delaySeconds: 60 })
    expect(plan(1400, { now: at(86_340) })).toEqual({ at: 'failed', reason: 'gave-up' })
  })

  test('meets every outage shorter than nine minutes within the ten minutes that a code lives', () => {
    let now = 0
    let attempts = 1
    while (now < 9 * 60) {
      const next = planRetry({ attempts, created_at, expires_at: at(600), now: at(now) })
      expect(next.at).toBe('retry')
      now += next.at === 'retry' ? next.delaySeconds : 0
      attempts += 1
    }
    expect(now).toBeLessThan(600)
  })
})
