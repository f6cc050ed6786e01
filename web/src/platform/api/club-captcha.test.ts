import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CaptchaFailure } from '../captcha/captcha-failure.ts'
import { captchaFailureOf, createClubCaptcha } from './club-captcha.ts'

let server: Server
let origin: string
let answer: { status: number; body: string } | null
let asked: string[]

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (answer) response.writeHead(answer.status).end(answer.body)
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const fields = () => createClubCaptcha({ endpoint: '/desafio', enterprise_site_key: null, origin }).fields(1)

it('asks the configured endpoint, and without an answer it is the network’s failure in the captcha', async () => {
  answer = null
  expect(await fields()).toEqual({ ok: false, failure: { kind: 'network', during: 'captcha' } })
  expect(asked).toEqual(['GET /desafio'])
})

it.each([
  [
    503,
    { success: false, message: 'Volte em instantes.' },
    { kind: 'refused', status: 503, message: 'Volte em instantes.' },
  ],
  [
    429,
    { success: false, message: 'Muitas tentativas.' },
    { kind: 'refused', status: 429, message: 'Muitas tentativas.' },
  ],
  [500, {}, { kind: 'server', status: 500 }],
  [200, { challenge: 'none' }, { kind: 'unrecognised', status: 200 }],
])('hands on what a challenge was refused with: %i %j', async (status, body, failure) => {
  answer = { status, body: JSON.stringify(body) }
  expect(await fields()).toMatchObject({ ok: false, failure })
})

it.each([
  ['aborted', { kind: 'aborted' }],
  ['network', { kind: 'network', during: 'captcha' }],
  ['no-solution', { kind: 'unverified', reason: 'no-solution' }],
  ['enterprise-captcha', { kind: 'unverified', reason: 'enterprise' }],
] as const)('a solver that ended with %s is the failure %j', (kind, failure) => {
  expect(captchaFailureOf(new CaptchaFailure(kind))).toEqual(failure)
})
