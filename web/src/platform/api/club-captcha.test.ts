import { expect, it, vi } from 'vitest'
import { setUpLocalServer } from '../../testing/local-server.ts'
import { createClubCaptcha } from './club-captcha.ts'
import { CallFailed } from './failure.ts'

const { solveInWorkers } = vi.hoisted(() => ({
  solveInWorkers: vi.fn(async (_challenge: Promise<unknown>) => 1),
}))
vi.mock('../captcha/solve-in-workers.ts', () => ({ solveInWorkers }))

const { local, respond } = setUpLocalServer()

const fields = () => {
  const settings = { endpoint: '/desafio', enterprise_site_key: null, origin: local.origin }
  return createClubCaptcha(settings).fields(1)
}

it('captcha challenges are requested from the configured endpoint, and no response is a network failure', async () => {
  expect(await fields()).toEqual({ ok: false, failure: { kind: 'network', during: 'captcha' } })
  expect(local.requests).toMatchObject([{ method: 'GET', url: '/desafio' }])
})

it.each([
  ['refused', 503, { success: false, message: 'Volte em instantes.' }],
  ['unrecognized', 200, { challenge: 'none' }],
])('a captcha challenge request is %s when its response is %i %j', async (kind, status, body) => {
  respond(status, body)
  expect(await fields()).toMatchObject({
    ok: false,
    failure: { kind, status, ...('message' in body && { message: body.message }) },
  })
})

const digest = 'a'.repeat(64)
const salt = '3ed2a62e72742b4b23d5ac74?expires=1795243374&'
const challenge = { challenge: digest, salt, signature: digest, maxnumber: 1 }

it.each([undefined, null, ''])(
  'a captcha challenge with the algorithm %j is treated as SHA-256',
  async (algorithm) => {
    respond(200, { ...challenge, algorithm })
    const found = vi.fn()
    solveInWorkers.mockImplementationOnce(async (fetched) => (found(await fetched), 1))
    expect(await fields()).toMatchObject({
      ok: true,
      fields: { altcha_challenge: { algorithm: 'SHA-256', challenge: digest, number: 1 } },
    })
    expect(found).toHaveBeenCalledWith(expect.objectContaining({ algorithm: 'SHA-256', maxnumber: 1 }))
  },
)

it.each([
  [
    new CallFailed({ kind: 'unverified', reason: 'no-solution' }),
    { kind: 'unverified', reason: 'no-solution' },
  ],
  [new TypeError('Failed to fetch'), { kind: 'network', during: 'captcha' }],
] as const)('a captcha solver that throws %s results in the failure %j', async (error, failure) => {
  respond(200, challenge)
  solveInWorkers.mockRejectedValueOnce(error)
  expect(await fields()).toEqual({ ok: false, failure })
})
