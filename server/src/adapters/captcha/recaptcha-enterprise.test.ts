import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createRecaptchaAssessor } from './recaptcha-enterprise.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

type ReceivedRequest = { url: string | undefined; key: unknown; body: unknown }

/** A fake provider on the loopback interface. */
const startFakeProvider = async (respond: (response: ServerResponse) => void) => {
  const received: ReceivedRequest[] = []
  server = createServer((request: IncomingMessage, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      received.push({ url: request.url, key: request.headers['x-goog-api-key'], body: JSON.parse(text) })
      respond(response)
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { received, endpoint: `http://127.0.0.1:${port}` }
}

const assess = (endpoint: string, timeout_ms = 5000) =>
  createRecaptchaAssessor({
    endpoint,
    project: 'clube-1',
    api_key: 'api-key',
    site_key: 'site-key',
    action: 'login',
    hostnames: ['clube.example'],
    minimum_score: 0.5,
    timeout_ms,
  }).assess({ token: 'a-token', ip: '203.0.113.7', user_agent: 'agent' })

const good = {
  tokenProperties: { valid: true, action: 'login', hostname: 'clube.example' },
  riskAnalysis: { score: 0.5 },
}
const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value))

describe('reCAPTCHA Enterprise', () => {
  it('a captcha token is sent to the provider for assessment', async () => {
    const { received, endpoint } = await startFakeProvider(json(good))
    expect(await assess(endpoint)).toEqual({ verdict: 'human' })
    expect(received).toEqual([
      {
        url: '/v1/projects/clube-1/assessments',
        key: 'api-key',
        body: {
          event: {
            token: 'a-token',
            siteKey: 'site-key',
            expectedAction: 'login',
            userIpAddress: '203.0.113.7',
            userAgent: 'agent',
          },
        },
      },
    ])
  })

  it.each([
    ['an expired token', 'invalid', { ...good, tokenProperties: { valid: false, invalidReason: 'EXPIRED' } }],
    [
      'a different action',
      'action',
      { ...good, tokenProperties: { ...good.tokenProperties, action: 'signup' } },
    ],
    [
      'a different hostname',
      'hostname',
      { ...good, tokenProperties: { ...good.tokenProperties, hostname: 'evil.example' } },
    ],
    ['no hostname', 'hostname', { ...good, tokenProperties: { valid: true, action: 'login' } }],
    ['a score below the minimum', 'score', { ...good, riskAnalysis: { score: 0.49 } }],
    ['no score', 'score', { ...good, riskAnalysis: {} }],
    ['no risk analysis', 'score', { tokenProperties: good.tokenProperties }],
  ])('an assessment with %s rejects the captcha token as automated', async (_what, reason, response) => {
    const { endpoint } = await startFakeProvider(json(response))
    expect(await assess(endpoint)).toEqual({ verdict: 'robot', reason })
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['a server error', (response) => response.writeHead(500).end('{}')],
    ['a rejected API key', (response) => response.writeHead(403).end('{}')],
    ['a body that is not JSON', (response) => response.end('<html>')],
    ['an unexpected shape', json({ tokenProperties: { valid: 'yes' } })],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a broken connection', (response) => response.destroy()],
  ])('a captcha provider counts as unreachable after %s', async (_what, response) => {
    const { endpoint } = await startFakeProvider(response)
    expect(await assess(endpoint)).toEqual({ verdict: 'unreachable' })
  })

  it('a captcha provider that does not respond in time counts as unreachable', async () => {
    const { endpoint } = await startFakeProvider(() => {})
    expect(await assess(endpoint, 50)).toEqual({ verdict: 'unreachable' })
  })

  it('a captcha provider whose server is down counts as unreachable', async () => {
    const { endpoint } = await startFakeProvider(json(good))
    await new Promise((resolve) => server!.close(resolve))
    expect(await assess(endpoint)).toEqual({ verdict: 'unreachable' })
  })
})
