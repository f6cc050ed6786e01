import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'

/** Requests have priority in the first seconds of a rush. */
const delaySeconds = 5
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
    handler: {
      readonly announce: (tx: Tx, ids: readonly string[]) => Promise<void>
      /** What else can wait, outside of the transaction. */
      readonly afterwards?: (ids: readonly string[]) => Promise<void>
    },
  ) => void
}

export const createOutcomeNotices = (name: string): OutcomeNotices => {
  const queue: JobQueue<{ ids: string[] }> = { name, expireInSeconds: 300, retryLimit: 20 }
  return {
    enqueue: async ({ jobs }, tx, ids) => {
      if (ids.length > 0) await jobs.enqueue(tx, queue, { ids }, delaySeconds)
    },
    register: (deps, jobs, { announce, afterwards }) =>
      jobs.work(queue, async ({ ids }) => {
        for (let first = 0; first < ids.length; first += batchSize)
          await inTransaction(deps.db, (tx) => announce(tx, ids.slice(first, first + batchSize)))
        await afterwards?.(ids)
      }),
  }
}
