import { expect, it, vi } from 'vitest'
import { setUpLocalServer } from '../../testing/local-server.ts'
import { CaptchaFailure } from '../captcha/captcha-failure.ts'
import { captchaFailureOf, createClubCaptcha } from './club-captcha.ts'

const { local, answer } = setUpLocalServer()

const fields = () => {
  const settings = { endpoint: '/desafio', enterprise_site_key: null, origin: local.origin }
  return createClubCaptcha(settings).fields(1)
}

it('challenges come from the configured endpoint; no answer is a network failure during the captcha', async () => {
  expect(await fields()).toEqual({ ok: false, failure: { kind: 'network', during: 'captcha' } })
  expect(local.requests).toMatchObject([{ method: 'GET', url: '/desafio' }])
})

it.each([
  ['refused', 503, { success: false, message: 'Volte em instantes.' }],
  ['refused', 429, { success: false, message: 'Muitas tentativas.', code: 'request.too-many' }],
  ['unrecognised', 429, { success: false, message: 'Muitas tentativas.' }],
  ['server', 500, {}],
  ['unrecognised', 200, { challenge: 'none' }],
])('a challenge request is %s when answered with %i %j', async (kind, status, body) => {
  answer(status, body)
  expect(await fields()).toMatchObject({
    ok: false,
    failure: { kind, status, ...('message' in body && { message: body.message }) },
  })
})

it.each([undefined, null, ''])('a challenge whose algorithm is %j is one of SHA-256', async (algorithm) => {
  const digest = 'a'.repeat(64)
  const salt = '3ed2a62e72742b4b23d5ac74?expires=1795243374&'
  answer(200, { algorithm, challenge: digest, salt, signature: digest, maxnumber: 1 })
  const found = vi.fn()
  vi.doMock('../captcha/solve-in-workers.ts', () => ({
    solveInWorkers: async (challenge: Promise<unknown>) => (found(await challenge), 1),
  }))
  expect(await fields()).toMatchObject({
    ok: true,
    fields: { altcha_challenge: { algorithm: 'SHA-256', challenge: digest, number: 1 } },
  })
  expect(found).toHaveBeenCalledWith(expect.objectContaining({ algorithm: 'SHA-256', maxnumber: 1 }))
})

it.each([
  ['aborted', { kind: 'aborted' }],
  ['network', { kind: 'network', during: 'captcha' }],
  ['no-solution', { kind: 'unverified', reason: 'no-solution' }],
  ['enterprise-captcha', { kind: 'unverified', reason: 'enterprise' }],
] as const)('a solver that ended with %s is the failure %j', (kind, failure) => {
  expect(captchaFailureOf(new CaptchaFailure(kind))).toEqual(failure)
})
