import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startServerProcess } from '../server/src/testing/server-process.ts'

export type OtherClub = {
  /** Base URL without a trailing slash. */
  url: string
  /** Kills the server and restarts it with the same data. */
  crashAndRestart: () => Promise<void>
  /** Kills the database while the server runs, and moves its files so that the server cannot restart it. */
  killDatabase: () => Promise<void>
  /** Stops the server and removes its data. */
  stop: () => Promise<void>
}

/**
 * Starts a second club with another configuration and its own demonstration database.
 * @param configurationFile a file that exports `configuration`, such as `e2e/club-passwordless.ts`
 * @param env additional environment variables
 */
export async function startOtherClub(
  configurationFile: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OtherClub> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clube-journey-'))
  const port = await findFreePort()
  const start = () =>
    startServerProcess({
      env: {
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_FOLDER: dataFolder,
        CLUB_CONFIG: resolve(configurationFile),
        DATABASE_URL: undefined,
        // Set in this process if an earlier journey ran a build.
        NODE_ENV: undefined,
        LOG_LEVEL: 'silent',
        ...env,
      },
    })
  let server = await start()
  return {
    url: server.url,
    crashAndRestart: async () => {
      await server.kill('SIGKILL')
      server = await start()
    },
    killDatabase: async () => {
      const cluster = join(dataFolder, 'postgres/cluster/data')
      const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
      await rename(cluster, `${cluster}.moved`)
      process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
    },
    stop: async () => {
      await server.kill()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolvePort(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
