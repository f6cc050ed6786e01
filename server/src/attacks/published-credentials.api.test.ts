import { get } from 'node:http'
import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import { seedStaff, staffEmail, staffPersonas } from '../../seeds/demonstration/staff.ts'
import { ConfigurationError } from '../main/club-configuration.ts'
import { readEnvironment, type Environment } from '../main/environment.ts'
import { createVault } from '../modules/vault/index.ts'
import { TestBrowser } from '../testing/browser.ts'
import { testRootKey } from '../testing/club.ts'
import { useDatabase } from '../testing/database.ts'
import { startServerProcess } from '../testing/server-process.ts'

/** Every combination of the given values. */
const combine = <Key extends string>(
  values: Record<Key, readonly (string | undefined)[]>,
): Record<Key, string | undefined>[] =>
  Object.entries<readonly (string | undefined)[]>(values).reduce(
    (combined, [name, options]) =>
      combined.flatMap((each) => options.map((option) => ({ ...each, [name]: option }))),
    [{} as Record<Key, string | undefined>],
  )

const combinations = combine({
  NODE_ENV: [undefined, '', 'development', 'production', 'Production', 'prod'],
  DATABASE_URL: [undefined, 'postgresql://club/club'],
  SEED: [undefined, 'yes', 'no'],
  HOST: [undefined, '127.0.0.1', '0.0.0.0', '10.0.0.5'],
  PUBLIC_URL: [
    undefined,
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://clube.exemplo.com.br',
    'http://localhost.exemplo.com.br',
    'http://127.0.0.1.exemplo.com.br',
    'https://clube.exemplo.com.br',
  ],
  TRUST_PROXY: [undefined, '127.0.0.1', '10.0.0.1, 10.1.0.0/16', '0.0.0.0/0', '::/0', 'true', '*'],
})
const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

const startOf = (env: Record<string, string | undefined>): Environment | null => {
  try {
    return readEnvironment(env, 'club.ts')
  } catch (error) {
    if (error instanceof ConfigurationError) return null
    throw error
  }
}

describe('all combinations of environment variables', () => {
  const started = combinations.flatMap((env) => {
    const environment = startOf(env)
    return environment ? [{ env, environment }] : []
  })

  test('the accepted environments include local, demonstration and production clubs', () => {
    expect(started.length).toBeGreaterThan(50)
    expect(started.some(({ environment }) => environment.seed)).toBe(true)
    expect(started.some(({ env }) => env['NODE_ENV'] === 'production')).toBe(true)
  })

  test('no accepted environment that is in production or reachable from other machines has demonstration data, the outbox or /dev', () => {
    const open = started.filter(({ env, environment: { seed, dev_pages, allows_demonstration_data } }) => {
      const isReachable =
        !local.test(env['PUBLIC_URL'] ?? 'http://localhost') ||
        /^(0|10)\./.test(env['HOST'] ?? '') ||
        env['TRUST_PROXY'] !== undefined
      return (
        (env['NODE_ENV'] === 'production' || isReachable) && (seed || dev_pages || allows_demonstration_data)
      )
    })
    expect(open).toEqual([])
  })

  test('no accepted environment has a remote http URL, an unknown mode or a TRUST_PROXY that includes everyone', () => {
    const unsafe = started.filter(
      ({ env, environment: { base_url, trust_proxy } }) =>
        (base_url.startsWith('http:') && !local.test(base_url)) ||
        !['', 'development', 'production'].includes(env['NODE_ENV'] ?? '') ||
        (trust_proxy !== false && !/^(10|127)\./.test(trust_proxy)) ||
        (base_url.startsWith('https:') && trust_proxy === false),
    )
    expect(unsafe).toEqual([])
  })
})

/** The status line of the response to a request written to the socket. */
const statusLineOf = (url: string, requestLine: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${requestLine}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    socket.once('error', reject)
    socket.once('data', (data: Buffer) => {
      resolve(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })

describe('a process', () => {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'clube-production-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const production = {
    NODE_ENV: 'production',
    CLUB_SECRET: testRootKey.toString('base64'),
    DATA_FOLDER: folder,
    CLUB_CONFIG: join(import.meta.dirname, '../testing/production-club.ts'),
    DATABASE_URL: undefined,
    TRUST_PROXY: undefined,
    SEED: undefined,
  }

  test('a server started in production without DATABASE_URL has no staff with published second factors', async () => {
    const server = await startServerProcess({ env: production })
    try {
      expect(server.output()).not.toContain('demonstração')
      const { administrator } = staffPersonas
      const body = { email: staffEmail(administrator), password: administrator.password }
      const response = await new TestBrowser(server.url).send(staffSignInCall, { body })
      expect(response).toMatchObject({ status: 401, code: 'staff.wrong-credentials' })
    } finally {
      await server.kill()
    }
    // SEED=yes is refused in production.
    await expect(startServerProcess({ env: { ...production, SEED: 'yes' } })).rejects.toThrow(
      'SEED=yes is refused',
    )
  })

  test('a server in demonstration mode refuses proxied requests and other Host names', async () => {
    const env = { ...production, NODE_ENV: 'development', DATABASE_URL: database.url }
    const server = await startServerProcess({ env })
    const statusOf = (headers: Record<string, string>, path = '/dev/flows') =>
      new Promise<number>((resolve, reject) => {
        get(server.url + path, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        }).once('error', reject)
      })
    try {
      expect(await statusOf({})).toBe(200)
      expect(await statusOf({ origin: server.url, referer: `${server.url}/entrar` })).toBe(200)
      expect(await statusOf({ host: `localhost:${new URL(server.url).port}` })).toBe(200)
      const refused: Record<string, string>[] = [
        { host: 'clube.shopping.com.br' },
        { host: '127.0.0.1.exemplo.com.br' },
        { 'x-forwarded-for': '203.0.113.7' },
        { 'x-forwarded-proto': 'https' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 proxy' },
        { 'x-forwarded-port': '443' },
        { 'cf-connecting-ip': '203.0.113.7' },
        { origin: 'https://clube.shopping.com.br' },
        { referer: 'https://clube.shopping.com.br/equipe' },
        { origin: 'https://127.0.0.1.exemplo.com.br' },
      ]
      for (const headers of refused) expect([headers, await statusOf(headers)]).toEqual([headers, 404])
      expect(await statusLineOf(server.url, 'GET /dev/flows HTTP/1.0')).toContain('404')
      expect(await statusLineOf(server.url, 'GET /dev/flows HTTP/1.1')).toContain('200')
      expect(await statusOf({ host: 'proxy' }, '/health/live')).toBe(200)
    } finally {
      await server.kill()
    }
  })

  test('a server does not start in production on a database with demonstration data', async () => {
    const env = { ...production, DATABASE_URL: database.url }
    const server = await startServerProcess({ env })
    await server.kill()
    await seedStaff({
      db: database.db,
      vault: createVault(testRootKey),
      brands: null,
      now: new Date(),
    })
    await expect(startServerProcess({ env })).rejects.toThrow('This database contains demonstration data')
    await sql`delete from staff`.execute(database.db)
  })

  test('a server with an https PUBLIC_URL accepts plain HTTP only from its proxies, and only for requests that reached them over https', async () => {
    const env = { ...production, DATABASE_URL: database.url, PUBLIC_URL: 'https://clube.exemplo.com.br' }
    await expect(startServerProcess({ env })).rejects.toThrow('TRUST_PROXY is missing')
    const send = async (url: string, headers: Record<string, string>) => {
      const response = await fetch(url + staffSignInCall.path, {
        method: 'POST',
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-requested-with': 'XMLHttpRequest',
          'content-type': 'application/json',
          ...headers,
        },
        body: '{}',
      })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, code }
    }
    /** The responses of a server with these proxies, one per set of headers; probes need no https. */
    const responsesOf = async (proxies: string, ...requests: Record<string, string>[]) => {
      const server = await startServerProcess({ env: { ...env, TRUST_PROXY: proxies } })
      try {
        expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
        return await Promise.all(requests.map((headers) => send(server.url, headers)))
      } finally {
        await server.kill()
      }
    }
    const refused = { status: 403, code: 'request.insecure' }
    const https = { 'x-forwarded-proto': 'https' }
    expect(await responsesOf('10.0.0.1', {}, https)).toEqual([refused, refused])
    expect(await responsesOf('127.0.0.1', { 'x-forwarded-proto': 'http' }, https, {})).toMatchObject([
      refused,
      { status: 422 },
      { status: 422 },
    ])
  })
})
