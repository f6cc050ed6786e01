import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openDatabase, type Database } from '../db/database.ts'
import { DatabaseUnavailable, foreignDatabaseErrorOf } from '../db/database-failure.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'
import { ConfigurationError } from './club-configuration.ts'
import { outageLogOf } from './log.ts'

const maxDelayMs = 5_000

/**
 * Opens and migrates the database, once it is available.
 * @throws {ConfigurationError} when the database rejects the user, password or database name
 */
export const openMigratedDatabase = async (
  url: string,
  { pool_size, log }: { pool_size: number; log: Logger },
): Promise<Database> => {
  await prepare(url, (line) => process.stderr.write(`${line}\n`))
  return openDatabase(url, { poolSize: pool_size, outages: outageLogOf(log) })
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
