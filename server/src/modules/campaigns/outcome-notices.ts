import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'

/** Requests have priority in the first seconds of a rush. */
export const outcomeDelaySeconds = 5
/** Outcomes per transaction. */
const batchSize = 20

/** Messages about outcomes that the responses show, so that the transactions that store the outcomes do not wait for them. */
export type OutcomeNotices = {
  /** Schedules the messages about these rows. */
  readonly enqueue: (deps: { readonly jobs: Pick<Jobs, 'enqueue'> }, tx: Tx, ids: string[]) => Promise<void>
  /** Registers the handler, which must announce each row once, since the job may be repeated. */
  readonly register: (
    deps: { readonly db: Db },
    jobs: Pick<Jobs, 'work'>,
    announce: (tx: Tx, ids: readonly string[]) => Promise<void>,
  ) => void
}

/** @param key name of the ids in the job's data, which other versions of the product read, too */
export const createOutcomeNotices = <Key extends string>(name: string, key: Key): OutcomeNotices => {
  const queue: JobQueue<Record<Key, string[]>> = { name, expireInSeconds: 300, retryLimit: 20 }
  return {
    enqueue: async ({ jobs }, tx, ids) => {
      const data = { [key]: ids } as Record<Key, string[]>
      if (ids.length > 0) await jobs.enqueue(tx, queue, data, outcomeDelaySeconds)
    },
    register: (deps, jobs, announce) =>
      jobs.work(queue, async ({ [key]: ids }) => {
        for (let first = 0; first < ids.length; first += batchSize)
          await inTransaction(deps.db, (tx) => announce(tx, ids.slice(first, first + batchSize)))
      }),
  }
}
