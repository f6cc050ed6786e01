import { beforeEach, describe, expect, it } from 'vitest'
import { createCircuitBreaker, failuresToOpen, openMs } from './circuit-breaker.ts'

class ServiceUnavailable extends Error {}

describe('the circuit breaker', () => {
  let nowMs = 0
  let calls = 0
  let outcome: () => Promise<null> = () => Promise.resolve(null)
  const down = () => Promise.reject(new ServiceUnavailable('down'))
  const protectedService = () => {
    const breaker = createCircuitBreaker({ clock: () => new Date(nowMs), Unavailable: ServiceUnavailable })
    return () =>
      breaker(() => {
        calls += 1
        return outcome()
      })
  }
  const fail = (request: () => Promise<null>) => expect(request()).rejects.toBeInstanceOf(ServiceUnavailable)

  beforeEach(() => {
    nowMs = 0
    calls = 0
  })

  it('the circuit opens for half a minute after five consecutive failures', async () => {
    expect([failuresToOpen, openMs]).toEqual([5, 30_000])
    const request = protectedService()
    outcome = down
    for (let attempt = 0; attempt < 8; attempt++) await fail(request)
    expect(calls).toBe(5)
    nowMs = 29_999
    await fail(request)
    expect(calls).toBe(5)
  })

  it('a successful request resets the failure count of the circuit', async () => {
    const request = protectedService()
    for (let attempt = 0; attempt < 6; attempt++) {
      outcome = down
      for (let failure = 0; failure < 4; failure++) await fail(request)
      outcome = () => Promise.resolve(null)
      await request()
    }
    expect(calls).toBe(30)
  })

  it('a successful trial request closes the circuit breaker', async () => {
    const request = protectedService()
    outcome = down
    for (let attempt = 0; attempt < 5; attempt++) await fail(request)
    nowMs = 30_000
    let respond: (value: null) => void = () => undefined
    outcome = () => new Promise((resolve) => (respond = resolve))
    const probe = request()
    await fail(request)
    expect(calls).toBe(6)
    respond(null)
    await probe
    outcome = () => Promise.resolve(null)
    await request()
    expect(calls).toBe(7)
  })

  it('a failed trial request reopens the circuit breaker', async () => {
    const request = protectedService()
    outcome = down
    for (let attempt = 0; attempt < 5; attempt++) await fail(request)
    nowMs = 30_000
    await fail(request)
    await fail(request)
    expect(calls).toBe(6)
  })
})
