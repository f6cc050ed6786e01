import { setTimeout as wait } from 'node:timers/promises'
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import { foreignDatabaseErrorOf } from './database-failure.ts'
import type { Tx } from './database.ts'

/** The schema of the job runner's tables. */
export const jobSchema = 'pgboss'

/** A job queue. Job data is stored unencrypted, so it only references rows. */
export type JobQueue<Data extends object> = {
  readonly name: string
  /**
   * Time after which a job counts as lost and is given to another worker. Must be longer than any run of the handler.
   */
  readonly expireInSeconds: number
  /** Retries of a failed or lost job. */
  readonly retryLimit: number
  /** With a key, at most one job with that key is queued or running: further ones are dropped. */
  keyOf?(data: Data): string
  /** Phantom type of the data. */
  readonly data?: Data
}

/** A durable job queue shared by all processes. */
export type Jobs = {
  /** Enqueues a job in the transaction. */
  readonly enqueue: <Data extends object>(
    tx: Tx,
    queue: JobQueue<Data>,
    data: Data,
    delaySeconds?: number,
  ) => Promise<void>
  /** Registers a queue's handler, before the start. An exception causes a retry. */
  readonly work: <Data extends object>(queue: JobQueue<Data>, handler: (data: Data) => Promise<void>) => void
  readonly start: () => Promise<void>
  /** Stops fetching jobs and waits for the running ones. */
  readonly stop: () => Promise<void>
}

export type JobsOptions = {
  /** Connection string; the runner has its own connections, so that a busy pool does not block jobs. */
  readonly url: string
  /** Called for failed handlers and lost connections; errors are safe to log. */
  readonly onError: (error: unknown) => void
  /** Polling interval for due jobs; new ones are announced immediately. */
  readonly pollSeconds?: number
  /** Interval of the search for lost jobs. */
  readonly superviseSeconds?: number
}

/** Concurrent fetchers per queue, so that a slow batch does not block the next one. */
const fetchers = 2
/** Concurrent jobs per fetcher. */
const batchSize = 8
/** Time without a heartbeat after which a job with a key counts as lost, since it blocks others with that key. */
const heartbeatSeconds = 30
/** Time limit for running handlers at stop: longer than any gateway may take. */
const stopTimeoutMs = 25_000

/**
 * The job runner of a process (pg-boss). Several processes share the queues of one database: each job is run by one of
 * them. Requires the schema (`prepareJobs`).
 */
export const createJobs = (options: JobsOptions): Jobs => {
  const { url, onError, pollSeconds = 2, superviseSeconds = 15 } = options
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'clube-jobs',
    max: 3,
    schema: jobSchema,
    migrate: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => onError(foreignDatabaseErrorOf(error)))
  const registered: { queue: JobQueue<object>; handler: (data: object) => Promise<void> }[] = []

  return {
    enqueue: async (tx, queue, data, delaySeconds) => {
      const singletonKey = queue.keyOf?.(data)
      const id = await boss.send(queue.name, data, {
        db: fromKysely(tx),
        ...(singletonKey === undefined ? {} : { singletonKey, heartbeatSeconds }),
        ...(delaySeconds === undefined || delaySeconds <= 0 ? {} : { startAfter: Math.ceil(delaySeconds) }),
      })
      if (id === null && singletonKey === undefined)
        throw new Error(`The queue ${queue.name} did not accept the job`)
    },
    work: (queue, handler) => {
      // The queue's type guarantees the type of the data.
      registered.push({ queue, handler: handler as (data: object) => Promise<void> })
    },
    start: async () => {
      await boss.start()
      for (const { queue, handler } of registered) {
        const { name, expireInSeconds, retryLimit } = queue
        await boss.createQueue(name, {
          policy: queue.keyOf ? 'exclusive' : 'standard',
          expireInSeconds,
          retryLimit,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 300,
          deleteAfterSeconds: 24 * 3600,
          notify: true,
        })
        const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds }
        const limits = {
          localConcurrency: fetchers,
          // The jobs of a batch complete together, and a job with a key blocks that key until then.
          batchSize: queue.keyOf ? 1 : batchSize,
          burstWhenBatchFull: true,
        } as const
        await boss.work<object, unknown>(name, { ...polling, ...limits, perJobResults: true }, (batch) =>
          Promise.all(batch.map((job) => settle(job, handler, onError))),
        )
      }
    },
    stop: async () => {
      // The library's graceful stop polls only twice a second.
      const drained = Promise.all(registered.map(({ queue }) => boss.offWork(queue.name, { wait: true })))
      const timer = new AbortController()
      await Promise.race([drained, wait(stopTimeoutMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
      await boss.stop({ graceful: false })
    },
  }
}

/** Runs one job of a batch; stores only the error's name, since messages may contain personal data. */
const settle = async (
  job: Job<object>,
  handler: (data: object) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<JobResult> => {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    onError(error)
    return { id: job.id, status: 'failed', output: { error: error.name } }
  }
}
