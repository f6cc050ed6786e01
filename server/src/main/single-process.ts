import { startDatabaseServer } from './database-server.ts'
import type { Environment } from './environment.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** The only process: starts the embedded PostgreSQL and answers requests. SIGTERM, SIGINT and SIGHUP stop it. */
export const runSingleProcess = async (environment: Environment): Promise<void> => {
  const log = createLog(environment.log_level)
  const server = await startDatabaseServer(environment, log)
  try {
    const serving = await serve({ environment, databaseUrl: server.url, log })
    serving.announce()
    stopOnSignal(['SIGTERM', 'SIGINT', 'SIGHUP'], async () => {
      await serving.stop()
      await server.stop()
    })
  } catch (error) {
    await server.stop()
    throw error
  }
}
