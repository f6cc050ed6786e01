import { afterAll, beforeAll } from 'vitest'
import { TestBrowser } from './browser.ts'
import { demonstrationTemplate, testRootKey } from './club.ts'
import { useDatabase, type TestDatabase } from './database.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

export type DemonstrationServers = {
  readonly database: TestDatabase
  readonly urlAt: (index: number) => string
  /** A browser on one of the two servers, alternating by index, with the cookies of `source`. */
  readonly browserAt: (index: number, source?: TestBrowser) => TestBrowser
}

/** Two server processes on one database with the demonstration data. */
export const useDemonstrationServers = (): DemonstrationServers => {
  const database = useDatabase({ template: async () => (await demonstrationTemplate()).name })
  let servers: readonly ServerProcess[] = []
  beforeAll(async () => {
    const env = {
      DATABASE_URL: database.url,
      CLUB_SECRET: testRootKey.toString('base64'),
      CLUB_CONFIG: new URL('quick-club.ts', import.meta.url).pathname,
      LOCAL_MESSAGING: 'yes',
    }
    servers = await Promise.all([startServerProcess({ env }), startServerProcess({ env })])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
  })
  const urlAt = (index: number) => servers[index % 2]?.url ?? ''
  return {
    database,
    urlAt,
    browserAt: (index, source) => {
      const browser = new TestBrowser(urlAt(index))
      for (const [name, value] of source?.cookies ?? []) browser.cookies.set(name, value)
      return browser
    },
  }
}
