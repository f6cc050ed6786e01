import { inTransaction } from '../../db/database.ts'
import type { MessagingDeps } from './deps.ts'
import { takeOverdueMessages } from './message-store.ts'
import { deliveryQueue } from './send-message.ts'

/** Longer than any back-off, claim and lost job take by themselves. */
const overdueMs = 10 * 60_000
const atOnce = 500

/**
 * The net under the job queue: waiting messages that nobody has looked at for long get a job again, for instance after
 * a database was restored without its jobs. An extra job is harmless: only one gets the claim.
 * @returns how many there were
 */
export const requeueOverdueMessages = async (
  deps: Pick<MessagingDeps, 'db' | 'jobs' | 'clock'>,
): Promise<number> => {
  const now = deps.clock()
  const before = new Date(now.getTime() - overdueMs)
  return inTransaction(deps.db, async (tx) => {
    const ids = await takeOverdueMessages(tx, { before, now, limit: atOnce })
    for (const message_id of ids) await deps.jobs.enqueue(tx, deliveryQueue, { message_id })
    return ids.length
  })
}
