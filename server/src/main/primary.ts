import { startDatabaseServer } from './database-server.ts'
import type { Environment } from './environment.ts'
import { createLog } from './log.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { createWorkers } from './workers.ts'

/**
 * The process that starts the embedded PostgreSQL and `PROCESSES` workers, which share the port; it answers no request.
 * SIGHUP replaces the workers one after the other, unless it may come from a terminal that was closed; SIGTERM and SIGINT
 * stop everything. It exits with code 1 when no worker can start, so that a supervisor notices.
 */
export const runPrimary = async (environment: Environment): Promise<void> => {
  const log = createLog(environment.log_level)
  const server = await startDatabaseServer(environment, log)
  const workers = createWorkers({
    count: environment.processes,
    databaseUrl: server.url,
    log,
    onFailure: () => void server.stop().finally(() => process.exit(1)),
  })
  const stop = async (): Promise<void> => {
    await workers.stop()
    await server.stop()
  }
  if (process.stdout.isTTY) stopOnSignal(['SIGTERM', 'SIGINT', 'SIGHUP'], stop)
  else {
    stopOnSignal(['SIGTERM', 'SIGINT'], stop)
    process.on('SIGHUP', workers.replaceAll)
  }
  await workers.start()
}
