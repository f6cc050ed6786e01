import { join } from 'node:path'
import { openDatabase, type Database } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'
import type { Environment } from './environment.ts'

/**
 * Opens and migrates the database: production's, or the embedded one in its folder.
 * @throws {DatabaseFolderError}
 */
export const openStore = async (
  environment: Environment,
): Promise<{ database: Database; url: string; close: () => Promise<void> }> => {
  const poolSize = environment.pool_size
  if (environment.database_url !== null) {
    await migrate(environment.database_url)
    await prepareJobs(environment.database_url)
    const database = openDatabase(environment.database_url, { poolSize })
    return { database, url: environment.database_url, close: database.close }
  }
  const embedded = await startEmbeddedPostgres({ folder: join(environment.data_folder, 'postgres') })
  try {
    await migrate(embedded.url)
    await prepareJobs(embedded.url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  const database = openDatabase(embedded.url, { poolSize })
  return {
    database,
    url: embedded.url,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}
