import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from './database.ts'
import { databaseUrl } from './postgres-for-tests.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

const database = useDatabase()
const running: ServerProcess[] = []
afterAll(() => Promise.all(running.map((server) => server.kill('SIGKILL'))))

const start = async (env: Record<string, string | undefined> = {}) => {
  const keys = {
    DATABASE_URL: database.url,
    CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
    SEED: 'no',
  }
  const server = await startServerProcess({ env: { ...keys, ...env } })
  running.push(server)
  return server
}

test('two servers start concurrently on one database, both respond, and both stop on SIGTERM', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.url).not.toBe(other.url)
  for (const { url } of [one, other]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect(await Promise.all([one.kill(), other.kill()])).toEqual([0, 0])
})

test('a server that cannot start prints the reason', async () => {
  await expect(start({ CLUB_SECRET: undefined })).rejects.toThrow('CLUB_SECRET is missing')
})

test('a server whose database refuses the connection exits with an error message instead of waiting', async () => {
  const DATABASE_URL = databaseUrl(database.url, 'no_such_database')
  const failure: unknown = await start({ DATABASE_URL }).catch((error: unknown) => error)
  expect(String(failure)).toContain('The database refuses the connection: 3D000')
  expect(String(failure)).not.toContain('    at ')
})

test('on SIGTERM a server finishes a running request, closes all other connections and exits', async () => {
  const server = await start()
  const { port } = new URL(server.url)
  const agent = new Agent({ keepAlive: true })
  const send = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
      get(server.url + path, { agent, headers }, resolve).on('error', reject)
    })
  const open = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(text)
    return socket.resume().on('error', () => {})
  }
  const live = 'GET /health/live HTTP/1.1\r\nHost: x\r\n'
  const idle = [await open(''), await open(live), await open(`${live}\r\n`)]
  const closed = Promise.all(idle.map((socket) => once(socket, 'close')))

  const { running, exited } = await database.db.transaction().execute(async (tx) => {
    await sql`lock table campaign in access exclusive mode`.execute(tx)
    const response = send(listCampaignsCall.path)
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'campaign'::regclass and not granted`.execute(tx)).rows
        .length > 0
    while (!(await isWaiting()));
    const stopped = server.kill('SIGTERM')
    await closed
    return { running: response, exited: stopped }
  })
  const { statusCode, headers } = await running
  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 200, connection: 'close' })
  expect(await exited).toBe(0)
})
