import { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import {
  startTestCarPark,
  startTestPartner,
  testCredentials,
} from '../../../counterparts/counterparts.testing.ts'
import { misbehaviors } from '../../../counterparts/misbehavior.ts'
import { createLog } from '../../main/log.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const start = async (timeoutMs = 60_000) => {
  const clock = createFakeClock()
  const local = await startTestCarPark({ clock: clock.now, timeoutMs })
  stops.push(local.stop)
  return { clock, local, carPark: local.carPark }
}
const causeOf = (operation: Promise<unknown>) =>
  operation.then(() => null).catch((error: Error) => error.message)

describe('retries', () => {
  test('a transient failure is retried at most twice', async () => {
    const { local, carPark } = await start()
    local.misbehave('error-500', { requests: 2 })
    expect(await carPark.readTicket('100000000001')).not.toBeNull()
    local.misbehave('closed', { requests: 3 })
    expect(await causeOf(carPark.readTicket('100000000001'))).toBe('no-connection')
    expect(local.requests()).toHaveLength(6)
  })

  test.each(['too-many-requests', 'html', 'oversized', 'redirect', 'wrong-types', 'contradictory'] as const)(
    'the failure %s is not retried',
    async (misbehavior) => {
      const { local, carPark } = await start()
      local.misbehave(misbehavior)
      expect(await causeOf(carPark.readTicket('100000000001'))).not.toBeNull()
      expect(local.requests()).toEqual(['read-ticket'])
    },
  )
})

describe('the circuit breaker of an external service', () => {
  const open = async () => {
    const started = await start()
    const { local, carPark } = started
    local.misbehave('too-many-requests', { requests: 'always' })
    for (let failure = 0; failure < 5; failure++)
      expect(await causeOf(carPark.readTicket('1'))).toBe('status-429')
    return { ...started, read: () => causeOf(carPark.readTicket('100000000001')) }
  }

  test('the circuit opens after five failures, for all operations of the service', async () => {
    const { local, carPark, read } = await open()
    expect(await read()).toBe('circuit-open')
    expect(await carPark.findApplication('a1')).toEqual({ kind: 'unknown', cause: 'circuit-open' })
    expect(local.requests()).toHaveLength(5)
  })

  test('requests that the service rejects because of their content do not open the circuit', async () => {
    const partner = await startTestPartner({ timeoutMs: 60_000 })
    stops.push(partner.stop)
    const link = () => causeOf(partner.programme.link({ member_number: '', proof: '', document_id: '' }))
    for (let attempt = 0; attempt < 8; attempt++) expect(await link()).toBe('status-400')
  })

  test('after 30 seconds one request tries whether the service works, and others are rejected meanwhile', async () => {
    const { clock, local, read } = await open()
    local.behave()
    clock.advance(29_999)
    expect(await read()).toBe('circuit-open')
    clock.advance(1)
    const outcomes = await Promise.all([read(), read(), read()])
    expect(outcomes.filter((cause) => cause === 'circuit-open')).toHaveLength(2)
    expect(outcomes).toContain(null)
    expect(local.requests()).toHaveLength(6)
    expect(await read()).toBeNull()
  })

  test('a failed trial opens the circuit again', async () => {
    const { clock, local, read } = await open()
    clock.advance(30_000)
    expect(await read()).toBe('status-429')
    expect(await read()).toBe('circuit-open')
    clock.advance(30_000)
    local.behave()
    expect(await read()).toBeNull()
  })
})

describe('what reaches logs', () => {
  test('no credential, URL, number or answer is part of an error or its log line, for every misbehavior', async () => {
    const lines: string[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const log = createLog('debug', destination)
    const attempt = async (operation: Promise<unknown>) => {
      try {
        log.warn({ answer: await operation }, 'an answer')
      } catch (error) {
        log.error({ err: error }, 'a failure')
      }
    }
    for (const misbehavior of misbehaviors.filter((name) => name !== 'slow')) {
      const [partner, local] = [
        await startTestPartner({ timeoutMs: 50 }),
        await startTestCarPark({ timeoutMs: 50 }),
      ]
      stops.push(partner.stop, local.stop)
      partner.misbehave(misbehavior, { requests: 'always' })
      partner.misbehave(misbehavior, { requests: 'always', operation: 'token' })
      local.misbehave(misbehavior, { requests: 'always' })
      const { programme } = partner
      await attempt(
        programme.link({ member_number: '70001234', proof: '246810', document_id: '52998224725' }),
      )
      await attempt(programme.findDebit('key-of-a-debit'))
      await attempt(local.carPark.readTicket('999900001111'))
      await attempt(local.carPark.findApplication('key-of-an-application'))
    }
    expect(lines).toHaveLength(4 * (misbehaviors.length - 1))
    const { client_secret, signing_secret, api_key } = testCredentials
    const secrets = [client_secret, signing_secret, api_key, '70001234', '246810', '52998224725']
    secrets.push('999900001111', 'key-of-', '127.0.0.1', 'http:', 'Manutenção')
    for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
  })
})
