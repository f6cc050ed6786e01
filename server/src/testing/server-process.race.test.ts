import { afterAll, expect, test } from 'vitest'
import { useDatabase } from './database.ts'
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

test('two servers start concurrently on one database, both respond, and stop on request', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.url).not.toBe(other.url)
  for (const { url } of [one, other]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect(await Promise.all([one.kill(), other.kill()])).toEqual([0, 0])
})

test('a server that cannot start prints the reason', async () => {
  await expect(start({ CLUB_SECRET: undefined })).rejects.toThrow('CLUB_SECRET is missing')
})
