import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openDatabase, type Database } from '../db/database.ts'
import { DatabaseUnavailable, foreignDatabaseErrorOf } from '../db/database-failure.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'
import { ConfigurationError } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import { outageLogOf } from './log.ts'

const maxDelayMs = 5_000
/** Exits with the same reason within this time belong to one outage. */
const outageMs = 60_000

/**
 * Opens and migrates the database: that of DATABASE_URL, once it is available, or the embedded one in its folder.
 * @throws {DatabaseFolderError}
 * @throws {ConfigurationError} when the database rejects the user, password or database name
 */
export const openMigratedDatabase = async (
  environment: Environment,
  log: Logger,
): Promise<{ database: Database; url: string; close: () => Promise<void> }> => {
  const { url, stop } = await serverOf(environment, log)
  try {
    await prepare(url, (line) => process.stderr.write(`${line}\n`))
  } catch (error) {
    await stop()
    throw error
  }
  const database = openDatabase(url, { poolSize: environment.pool_size, outages: outageLogOf(log) })
  return {
    database,
    url,
    close: async () => {
      await database.close()
      await stop()
    },
  }
}

const serverOf = async (
  { database_url, data_folder }: Environment,
  log: Logger,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (database_url !== null) return { url: database_url, stop: async () => {} }
  let last = { reason: '', at: 0 }
  return startEmbeddedPostgres({
    folder: join(data_folder, 'postgres'),
    onUnexpectedExit: (reason) => {
      // Process ids and file numbers differ between the attempts of one outage.
      const exit = { reason: reason.replace(/\d+/g, ''), at: performance.now() }
      if (exit.reason !== last.reason || exit.at - last.at > outageMs)
        log.error({ reason }, 'the embedded PostgreSQL exited; it is started again')
      last = exit
    },
  })
}

/** Migrates the database as soon as it is available. */
const prepare = async (url: string, report: (line: string) => void): Promise<void> => {
  let reported: string | undefined
  for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    try {
      await migrate(url)
      await prepareJobs(url)
      return
    } catch (thrown) {
      const error = foreignDatabaseErrorOf(thrown)
      if (!(error instanceof DatabaseUnavailable)) throw thrown
      const { message, code = '' } = error
      if (/^(?:28|3D)/.test(code))
        throw new ConfigurationError(`The database refuses the connection: ${message}. Check DATABASE_URL.`)
      if (message !== reported)
        report(`The database is not available (${message}). The server starts as soon as it is.`)
      reported = message
      await wait(delayMs)
    }
  }
}
