import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configuration } from '../../seeds/demonstration/club.ts'
import { createApp } from '../http/app.ts'
import { checkClubConfiguration } from '../main/club-configuration.ts'
import { noncePlaceholder } from '../main/nonce-page.ts'
import { servePages } from '../main/pages.ts'
import { useClub } from '../testing/club.ts'

type RawResponse = { status: number; headers: ReadonlyMap<string, string>; body: string }

/** Sends a request line as it is: `fetch` would normalize it. */
const sendRequest = (base: string, target: string): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(base)
    const socket = connect(Number(port), hostname, () =>
      socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = lines.map((text): [string, string] => {
        const colon = text.indexOf(':')
        return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()]
      })
      resolve({ status: Number(line.split(' ')[1]), headers: new Map(headers), body: rest.join('\r\n\r\n') })
    })
  })

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
const expectApiHeaders = ({ headers }: RawResponse, target: string): void => {
  expect([target, headers.get('cache-control')]).toEqual([target, 'no-store'])
  expect([target, headers.get('content-security-policy')]).toEqual([target, apiPolicy])
  expect([target, headers.get('x-content-type-options')]).toEqual([target, 'nosniff'])
}

describe('calls', () => {
  const club = useClub()
  const { path } = sessionInfoCall

  test('responses to encoded and absolute-form request targets have the headers of the call that handles them', async () => {
    for (const [target, status] of [
      [path, 401],
      [`http://clube.example${path}`, 401],
      [`HTTP://clube.example:80${path}?x=1`, 401],
      [path.replace('/api/', '/%61pi/'), 401],
      [path.replace('/api/', '/%61%70%69/'), 401],
      [`http://clube.example${path.replace('/api/', '/%61pi/')}`, 401],
      ['/api/docs', 200],
      ['/%61pi/docs', 200],
      ['http://clube.example/api/docs', 200],
      ['/api/does-not-exist', 404],
      ['//api/docs', 404],
      ['/API/docs', 404],
      ['/api%2fdocs', 404],
      ['/x/../api/docs', 404],
      ['/%', 400],
      ['/api/%ff', 400],
      ['http://clube.example/%zz', 400],
    ] as const) {
      const response = await sendRequest(club.url, target)
      expect([target, response.status]).toEqual([target, status])
      expectApiHeaders(response, target)
      // The response does not echo the target.
      expect(response.body).not.toContain('%')
    }
  })
})

describe('pages', () => {
  let app: FastifyInstance
  let url = ''
  const folder = mkdtempSync(join(tmpdir(), 'clube-pages-'))
  const build = {
    'client/index.html': '<script>raw template</script>',
    'client/index.html.br': 'raw template',
    'client/icon.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#82305f" d="M0 0h8v8H0z"/></svg>',
    'client/assets/app.js': 'export {}',
    'client/worker.js': 'export {}',
    'server/render.js': 'export const renderPage = ({ path, nonce }) => `<p>page of ${path} ${nonce}</p>`',
    'staff/staff.html': '<script nonce="__nonce__">raw template</script>',
  }
  beforeAll(async () => {
    for (const [file, text] of Object.entries(build)) {
      await mkdir(join(folder, file, '..'), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    app = await createApp({ log: pino({ level: 'silent' }), baseUrl: 'http://127.0.0.1', trustProxy: false })
    await servePages(app, { folder, configuration: checkClubConfiguration('test', configuration) })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('page templates are not served without their content security policy under any path', async () => {
    for (const target of [
      '/index.html',
      '/index%2ehtml',
      '/%69ndex.html',
      '/index.html.br',
      'http://clube.example/index.html',
      '/staff.html',
      '/%73taff.html',
    ]) {
      const response = await sendRequest(url, target)
      expect([target, response.status]).toEqual([target, 404])
      expectApiHeaders(response, target)
      expect(response.body).not.toContain('raw template')
    }
  })

  test('pages are compressed for browsers that accept it, and contain the nonce of their policy', async () => {
    for (const path of ['/entrar', '/promocoes', '/equipe'])
      for (const accepted of ['gzip, br', 'identity']) {
        const response = await fetch(url + path, { headers: { 'accept-encoding': accepted } })
        expect(response.headers.get('content-encoding')).toBe(accepted === 'identity' ? null : 'gzip')
        const policy = response.headers.get('content-security-policy') ?? ''
        const nonce = /'nonce-([\w+/]{24})'/.exec(policy)?.[1] ?? 'no nonce in the policy'
        expect(await response.text()).toContain(nonce)
      }
  })

  test('pages have their content security policy for every form of request target, and unknown calls do not return a page', async () => {
    for (const target of [
      '/',
      '/entrar',
      '/%65ntrar',
      'http://clube.example/entrar',
      '/equipe',
      '/%65quipe/x',
    ]) {
      const { status, headers, body } = await sendRequest(url, target)
      expect([target, status]).toEqual([target, 200])
      expect(headers.get('content-security-policy')).toContain("script-src 'nonce-")
      expect(body).not.toContain(noncePlaceholder)
    }
    for (const target of ['/api/x', '/%61pi/x', 'http://clube.example/api/x', '/a%6ealytics/x', '/x%2ejs']) {
      const response = await sendRequest(url, target)
      expect([target, response.status]).toEqual([target, 404])
      expectApiHeaders(response, target)
    }
    for (const target of ['/assets/app.js', '/worker.js'])
      expect((await sendRequest(url, target)).headers.has('content-security-policy')).toBe(false)
  })
})
