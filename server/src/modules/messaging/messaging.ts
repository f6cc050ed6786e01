import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import type { ActivityContent } from './message-content.ts'
import { deliverMessage } from './deliver-message.ts'
import type { DeliveryDeps, MessagingDeps } from './deps.ts'
import { deleteFinishedMessages, claimOverdueMessages } from './message-store.ts'
import { deleteChangedContacts } from './named-contact-store.ts'
import { deliveryQueue, sendMessage, type OutgoingMessage } from './send-message.ts'
import { smsIntervalSeconds } from './sending-limits.ts'
import { deleteOldSlots } from './sending-pause-store.ts'

/** Queues a message; passed to other modules. */
export type SendMessage = (tx: Tx, message: OutgoingMessage) => Promise<string>

/** `sendMessage` bound to its dependencies. */
export const createSendMessage =
  (deps: Pick<MessagingDeps, 'vault' | 'clock' | 'random' | 'jobs' | 'sender'>): SendMessage =>
  (tx, message) =>
    sendMessage(deps, tx, message)

/** Notifies a customer of a result of their activity: receipts, points or participations. */
export type NotifyOfActivity = (
  tx: Tx,
  notice: {
    readonly customer_id: string
    readonly content: ActivityContent
    /** Ignores the customer's choice of text messages. */
    readonly email_only?: true
  },
) => Promise<void>

/** Registers this process as a delivery worker; call it before the job runner starts. */
export const registerDelivery = (deps: DeliveryDeps): void => {
  deps.jobs.work(deliveryQueue, ({ message_id }) => deliverMessage(deps, message_id))
}

const retentionMs = 90 * 24 * 3_600_000

/** Periodic maintenance: purges old messages and requeues lost ones. */
export const purgeMessages = async (deps: Pick<MessagingDeps, 'db' | 'jobs' | 'clock'>): Promise<void> => {
  const now = deps.clock()
  await requeueOverdueMessages(deps)
  await deleteOld(deps.db, now)
}

const deleteOld = async (db: Db, now: Date): Promise<void> => {
  await deleteFinishedMessages(db, new Date(now.getTime() - retentionMs))
  await deleteChangedContacts(db, now)
  await deleteOldSlots(db, new Date(now.getTime() - smsIntervalSeconds * 1000))
}

/** Longer than any backoff, claim or job recovery. */
const overdueMs = 10 * 60_000
const requeueBatch = 500

/**
 * Safety net for the job queue: waiting messages without recent activity get a new job, for instance after
 * a database was restored without its jobs. An extra job is harmless: only one gets the claim.
 */
const requeueOverdueMessages = async (deps: Pick<MessagingDeps, 'db' | 'jobs' | 'clock'>): Promise<void> => {
  const now = deps.clock()
  const before = new Date(now.getTime() - overdueMs)
  await inTransaction(deps.db, async (tx) => {
    const ids = await claimOverdueMessages(tx, { before, now, limit: requeueBatch })
    for (const message_id of ids) await deps.jobs.enqueue(tx, deliveryQueue, { message_id })
  })
}
