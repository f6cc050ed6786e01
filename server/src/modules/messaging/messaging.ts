import type { Db, Tx } from '../../db/database.ts'
import { deliverMessage } from './deliver-message.ts'
import type { MessagingDeps } from './deps.ts'
import { deleteFinishedMessages } from './message-store.ts'
import { requeueOverdueMessages } from './requeue-overdue.ts'
import { deliveryQueue, sendMessage, type OutgoingMessage } from './send-message.ts'
import { smsPauseSeconds } from './sending-limits.ts'
import { deleteOldTurns } from './sending-pause-store.ts'

/** What other modules get to send with. */
export type SendMessage = (tx: Tx, message: OutgoingMessage) => Promise<string>

/** `sendMessage` with everything it works with. */
export const createSendMessage =
  (deps: Pick<MessagingDeps, 'vault' | 'clock' | 'jobs' | 'sender'>): SendMessage =>
  (tx, message) =>
    sendMessage(deps, tx, message)

/** Makes this process one of those that deliver; call it before the job runner starts. */
export const workOnMessages = (deps: MessagingDeps): void => {
  deps.jobs.work(deliveryQueue, ({ message_id }) => deliverMessage(deps, message_id))
}

const keptMs = 90 * 24 * 3_600_000

/** Regular housekeeping: forgets what ended long ago and looks after messages that were left behind. */
export const tidyMessages = async (deps: Pick<MessagingDeps, 'db' | 'jobs' | 'clock'>): Promise<void> => {
  const now = deps.clock()
  await requeueOverdueMessages(deps)
  await forget(deps.db, now)
}

const forget = async (db: Db, now: Date): Promise<void> => {
  await deleteFinishedMessages(db, new Date(now.getTime() - keptMs))
  await deleteOldTurns(db, new Date(now.getTime() - smsPauseSeconds * 1000))
}
