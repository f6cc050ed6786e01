import { join } from 'node:path'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { connectionsOf, type Environment } from './environment.ts'

/** Exits with the same reason within this time belong to one outage. */
const outageMs = 60_000
/** Connections of the embedded database for its superuser, commands and migrations. */
const spareConnections = 10
const minConnections = 100

/** Where the database is, and how to stop it. */
export type DatabaseServer = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * The database of DATABASE_URL, or the embedded one, started in its folder and started again whenever it exits.
 * @throws {DatabaseFolderError}
 */
export const startDatabaseServer = async (environment: Environment, log: Logger): Promise<DatabaseServer> => {
  const { database_url, data_folder } = environment
  if (database_url !== null) return { url: database_url, stop: async () => {} }
  let last = { reason: '', at: 0 }
  return startEmbeddedPostgres({
    folder: join(data_folder, 'postgres'),
    settings: { max_connections: Math.max(minConnections, connectionsOf(environment) + spareConnections) },
    onUnexpectedExit: (reason) => {
      // Process ids and file numbers differ between the attempts of one outage.
      const exit = { reason: reason.replace(/\d+/g, ''), at: performance.now() }
      if (exit.reason !== last.reason || exit.at - last.at > outageMs)
        log.error({ reason }, 'the embedded PostgreSQL exited; it is started again')
      last = exit
    },
  })
}
