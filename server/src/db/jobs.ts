import { setTimeout as wait } from 'node:timers/promises'
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import type { Tx } from './database.ts'

/** The schema that the job runner keeps its tables in. */
export const jobSchema = 'pgboss'

/** A kind of job. Its data says only which row the work is about: it is stored in the clear. */
export type JobQueue<Data extends object> = {
  readonly name: string
  /**
   * After so long a job counts as lost with its worker and is given to another one. It must be longer than any run of
   * the handler.
   */
  readonly expireInSeconds: number
  /** How often a job is tried again that threw or got lost. */
  readonly retryLimit: number
  /** Carries the type of the data; never read. */
  readonly data?: Data
}

/** What has to be done once, surely and soon, by whichever process comes first. */
export type Jobs = {
  /** Puts a job into the queue when the transaction commits; a rolled back one never existed. */
  readonly enqueue: <Data extends object>(
    tx: Tx,
    queue: JobQueue<Data>,
    data: Data,
    delaySeconds?: number,
  ) => Promise<void>
  /** Registers the handler of a queue, before the start. A handler that throws is run again, later. */
  readonly work: <Data extends object>(queue: JobQueue<Data>, handler: (data: Data) => Promise<void>) => void
  readonly start: () => Promise<void>
  /** Takes no more jobs, waits for the running ones and ends. */
  readonly stop: () => Promise<void>
}

export type JobsOptions = {
  /** Connection string; the runner has its own few connections, so that a busy pool does not hold up jobs. */
  readonly url: string
  /** Told of failed handlers and lost connections; errors hold nothing that a log must not. */
  readonly onError: (error: Error) => void
  /** How often queues are looked at for jobs whose time has come; new ones are announced at once. */
  readonly pollSeconds?: number
  /** How often lost jobs are looked for. */
  readonly superviseSeconds?: number
}

/** Each queue is emptied by so many fetchers at once, so that a slow batch does not hold up the next … */
const fetchers = 2
/** … with so many jobs each, which run side by side. */
const batchSize = 8
/** How long a stop waits for running handlers: longer than any gateway may take. */
const stopTimeoutMs = 25_000

/**
 * The job runner of a process (pg-boss). Several processes share the queues of one database: every job goes to one of
 * them. The schema must be there (`prepareJobs`).
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
  boss.on('error', onError)
  const registered: { queue: JobQueue<object>; handler: (data: object) => Promise<void> }[] = []

  return {
    enqueue: async (tx, queue, data, delaySeconds) => {
      const id = await boss.send(queue.name, data, {
        db: fromKysely(tx),
        ...(delaySeconds === undefined || delaySeconds <= 0 ? {} : { startAfter: Math.ceil(delaySeconds) }),
      })
      if (id === null) throw new Error(`The queue ${queue.name} took no job`)
    },
    work: (queue, handler) => {
      // The queue's own type ties the data that goes in to the data that comes out.
      registered.push({ queue, handler: handler as (data: object) => Promise<void> })
    },
    start: async () => {
      await boss.start()
      for (const { queue, handler } of registered) {
        const { name, expireInSeconds, retryLimit } = queue
        await boss.createQueue(name, {
          expireInSeconds,
          retryLimit,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 300,
          deleteAfterSeconds: 24 * 3600,
          notify: true,
        })
        const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds }
        const working = { localConcurrency: fetchers, batchSize, burstWhenBatchFull: true } as const
        await boss.work<object, unknown>(name, { ...polling, ...working, perJobResults: true }, (batch) =>
          Promise.all(batch.map((job) => settle(job, handler, onError))),
        )
      }
    },
    stop: async () => {
      // The library's own graceful stop looks only twice a second whether it is done.
      const drained = Promise.all(registered.map(({ queue }) => boss.offWork(queue.name, { wait: true })))
      const enough = new AbortController()
      await Promise.race([drained, wait(stopTimeoutMs, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      await boss.stop({ graceful: false })
    },
  }
}

/** Runs one job of a batch; what it failed of is kept as a name only, since messages may hold what a log must not. */
const settle = async (
  job: Job<object>,
  handler: (data: object) => Promise<void>,
  onError: (error: Error) => void,
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
