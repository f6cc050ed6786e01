import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { TestBrowser } from '../testing/browser.ts'
import { signIn, warningsOf, withEmbeddedClub } from '../testing/embedded-club.ts'
import { startReservationLoad } from '../testing/reservation-load.ts'
import { startServerProcess } from '../testing/server-process.ts'

const unavailable =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'

test('an embedded PostgreSQL that is killed under load is restarted: calls get 503 in the meantime, and no confirmed reservation is lost', async () => {
  await withEmbeddedClub(async ({ server, db, postgresPid, secrets }) => {
    const load = await startReservationLoad(db, { urls: () => [server.url], people: 5_000, clients: 10 })
    for (let round = 0; round < 2; round += 1) {
      await load.confirm(50)
      process.kill(postgresPid(), 'SIGKILL')
      await load.confirm(50)
    }
    await load.stop()
    expect(Object.keys(load.statuses)).toEqual(['200', '503'])
    expect([...load.failures]).toEqual([`503 ${unavailable}`])
    expect([...load.retries]).toEqual(['5'])
    expect(await signIn(server.url)).toBe(200)
    expect(await load.compare(db)).toMatchObject({ missing: 0, duplicates: 0 })

    const output = server.output()
    for (const secret of secrets()) expect(output).not.toContain(secret)
    expect(output).not.toMatch(/secretKey|connectionParameters|"client"/)
    expect(output).toContain('the embedded PostgreSQL exited')
    expect(warningsOf(output).length).toBeLessThanOrEqual(5)
  })
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-external-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a server waits for its PostgreSQL at startup, responds with 503 while it is down, and recovers without a restart', async () => {
  const first = await startEmbeddedPostgres({ folder })
  await first.stop()
  const sentence = /The database is not available .*\. The server starts as soon as it is\./g
  const announced = Promise.withResolvers<void>()
  const starting = startServerProcess({
    env: { DATABASE_URL: first.url, CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'), SEED: 'no' },
    onOutput: (output) => {
      if (sentence.test(output)) announced.resolve()
    },
  })
  await announced.promise
  const second = await startEmbeddedPostgres({ folder })
  const server = await starting
  const browser = new TestBrowser(server.url)
  const list = () => browser.send(listCampaignsCall)
  const health = async (probe: string) => (await fetch(`${server.url}/health/${probe}`)).status
  expect((await list()).status).toBe(200)
  expect(await health('ready')).toBe(200)
  expect(server.output().match(sentence)).toHaveLength(1)
  expect(server.output()).not.toContain('    at ')

  await second.stop()
  for (let request = 0; request < 50; request += 1) {
    const response = await list()
    expect(response).toMatchObject({ status: 503, ok: false, message: unavailable })
    expect(response.headers.get('retry-after')).toBe('5')
  }
  expect([await health('live'), await health('ready')]).toEqual([200, 503])
  const third = await startEmbeddedPostgres({ folder })
  while ((await health('ready')) !== 200) await wait(50)
  expect((await list()).status).toBe(200)
  expect(warningsOf(server.output()).length).toBeLessThanOrEqual(2)

  await third.stop()
  expect((await list()).status).toBe(503)
  expect(await server.kill('SIGTERM')).toBe(0)
})
