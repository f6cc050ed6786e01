import type { Environment } from './environment.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'
import { exitAfter } from './stop-on-signal.ts'

/** From the primary process to a worker. */
export type ToWorker =
  /** The first message: what the worker needs to start. */
  | { readonly kind: 'serve'; readonly process_number: number; readonly database_url: string }
  | { readonly kind: 'announce' }
  /** Another process has taken over. */
  | { readonly kind: 'hand-over' }

/** From a worker to the primary process. */
export type FromWorker = { readonly kind: 'serving' }

/**
 * One of several processes that answer requests on the same port. The primary process decides when it ends, and Node ends it
 * with the primary process. Signals may reach both, from a terminal or a supervisor.
 */
export const runWorker = async (environment: Environment): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const { process_number, database_url } = await firstMessage()
  const serving = await serve({
    environment,
    databaseUrl: database_url,
    log: createLog(environment.log_level).child({ process: process_number }),
  })
  let ending = false
  const end = (finish: () => Promise<void>): void => {
    if (ending) return
    ending = true
    exitAfter(finish())
  }
  process.on('SIGTERM', () => end(serving.stop))
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'announce') serving.announce()
    if (message.kind === 'hand-over') end(serving.handOver)
  })
  process.send?.({ kind: 'serving' } satisfies FromWorker)
}

const firstMessage = (): Promise<Extract<ToWorker, { kind: 'serve' }>> =>
  new Promise((resolve) => process.once('message', resolve))
