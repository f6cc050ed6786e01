import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

export type TemporaryClub = {
  readonly db: Db
  readonly url: string
  /** Its temporary folder. */
  readonly folder: string
  /** Replaced servers are not killed at the end. */
  readonly servers: ServerProcess[]
  readonly start: () => Promise<ServerProcess>
}

/**
 * An empty club for a drill: a separate durable PostgreSQL in a temporary folder and the given number of server
 * processes.
 */
export const withTemporaryClub = async <Result>(
  input: { processes: number; env?: Readonly<Record<string, string>> },
  work: (club: TemporaryClub) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'clube-drill-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const servers: ServerProcess[] = []
  try {
    await migrate(postgres.url)
    await prepareJobs(postgres.url)
    const { db, close } = openDatabase(postgres.url, { poolSize: 4 })
    try {
      const env = {
        DATABASE_URL: postgres.url,
        DATA_FOLDER: folder,
        CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
        CLUB_CONFIG: join(import.meta.dirname, 'quick-club.ts'),
        SEED: 'no',
        ...input.env,
      }
      const start = () => startServerProcess({ env })
      for (let index = 0; index < input.processes; index += 1) servers.push(await start())
      return await work({ db, url: postgres.url, folder, servers, start })
    } catch (error) {
      for (const { pid, output } of servers)
        console.error(`Last output of server ${pid}:\n${output().slice(-10_000)}`)
      throw error
    } finally {
      await Promise.all(servers.map((server) => server.kill('SIGKILL')))
      await close()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
