import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createRestartPauses } from '../db/restart-pauses.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** Failed starts in a row, while no worker serves, after which the server gives up. */
const maxFailedStarts = 5
/** Time for a worker to end, longer than its own limits for requests and jobs. */
const endMs = 75_000

export type Workers = {
  /** Starts the first worker, which prepares the database, then the others; then one of them prints the URL. */
  readonly start: () => Promise<void>
  /** Starts a new process for each worker in turn, and ends the old one when the new one serves. */
  readonly replaceAll: () => void
  /** Ends all workers, after their running requests and jobs. */
  readonly stop: () => Promise<void>
}

/** A worker's place, which the next process takes over with its number. */
type Slot = {
  readonly number: number
  readonly pauseAfter: (ranForMs: number) => number
  worker: Worker | null
}

/**
 * Keeps the given number of workers running: one that exits is replaced, after a pause that grows while this repeats.
 * @param input.onFailure called once when no worker serves and none can be started
 */
export const createWorkers = (input: {
  count: number
  databaseUrl: string
  log: Logger
  onFailure: () => void
}): Workers => {
  const { log } = input
  const slots = Array.from({ length: input.count }, (_, index): Slot => ({
    number: index + 1,
    pauseAfter: createRestartPauses(),
    worker: null,
  }))
  const stopping = new AbortController()
  const isStopping = (): boolean => stopping.signal.aborted
  let failedStarts = 0
  let replacing: Promise<void> | null = null
  let isReplacementDue = false

  const fail = (): void => {
    if (isStopping()) return
    stopping.abort()
    input.onFailure()
  }

  /** @returns null when it exits before it serves; it has printed the reason */
  const startWorker = async ({ number }: Slot): Promise<Worker | null> => {
    const worker = cluster.fork()
    const serves = await new Promise<boolean>((resolve) => {
      worker.once('message', (_message: FromWorker) => resolve(true))
      // The process could not be created.
      worker.on('error', () => resolve(false))
      worker.once('exit', () => resolve(false))
      send(worker, { kind: 'serve', process_number: number, database_url: input.databaseUrl })
    })
    failedStarts = serves ? 0 : failedStarts + 1
    return serves ? worker : null
  }

  const occupy = (slot: Slot, worker: Worker): void => {
    const startedAt = performance.now()
    slot.worker = worker
    worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      if (slot.worker !== worker) return
      slot.worker = null
      if (isStopping()) return
      log.error({ process: slot.number, code, signal }, 'a process exited; another one is started')
      void refill(slot, performance.now() - startedAt)
    })
  }

  const refill = async (slot: Slot, ranForMs: number): Promise<void> => {
    for (let pauseMs = slot.pauseAfter(ranForMs); ; pauseMs = slot.pauseAfter(0)) {
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (isStopping()) return
      const worker = await startWorker(slot)
      if (worker) return occupy(slot, worker)
      if (failedStarts >= maxFailedStarts && slots.every((each) => each.worker === null)) return fail()
    }
  }

  const replaceEach = async (): Promise<void> => {
    while (isReplacementDue) {
      isReplacementDue = false
      for (const slot of slots) {
        // Otherwise its next process is being started.
        if (slot.worker === null) continue
        const next = await startWorker(slot)
        if (isStopping()) return
        if (!next) return log.error('a new process could not start; the old ones continue to serve')
        const old = slot.worker
        occupy(slot, next)
        if (old) await handOver(old)
      }
    }
    log.info('all processes were replaced')
  }

  return {
    start: async () => {
      const [first, ...others] = slots
      const worker = first && (await startWorker(first))
      if (!worker) return fail()
      occupy(first, worker)
      await Promise.all(
        others.map(async (slot) => {
          const other = await startWorker(slot)
          if (other) occupy(slot, other)
          else void refill(slot, 0)
        }),
      )
      const serving = slots.find((slot) => slot.worker !== null)?.worker
      if (serving) send(serving, { kind: 'announce' })
    },
    replaceAll: () => {
      isReplacementDue = true
      replacing ??= replaceEach().finally(() => (replacing = null))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(
        Object.values(cluster.workers ?? {}).map(async (worker) => {
          if (!worker) return
          worker.process.kill('SIGTERM')
          await ended(worker)
        }),
      )
    },
  }
}

const handOver = async (worker: Worker): Promise<void> => {
  send(worker, { kind: 'hand-over' })
  await ended(worker)
}

/** Waits until the worker has exited, and kills it when that takes too long. */
const ended = async (worker: Worker): Promise<void> => {
  if (worker.isDead()) return
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), endMs)
  await new Promise((resolve) => worker.once('exit', resolve))
  clearTimeout(timer)
}

const send = (worker: Worker, message: ToWorker): void => {
  // A worker that has just exited cannot receive it; its exit is handled.
  worker.send(message, () => {})
}
