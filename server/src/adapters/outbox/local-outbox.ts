import type { Db } from '../../db/database.ts'
import type { DeliveryResult } from '../../ports/delivery.ts'
import type { EmailAttachment, Mailer } from '../../ports/mailer.ts'
import type { SmsSender } from '../../ports/sms-sender.ts'
import { storeMessage, type OutboxMessage } from './outbox-store.ts'

/** Patterns of recipients for which the outbox simulates gateway failures. */
const simulatedFailures = { refused: /^recusado@|99999\d{4}$/, unavailable: /^fora-do-ar@|98888\d{4}$/ }

/** "Sends" e-mails to the page /dev/outbox. Addresses `recusado@…` are rejected, `fora-do-ar@…` unreachable. */
export const createOutboxMailer = (db: Db): Mailer => ({
  send: ({ message_id, to, subject, html, text, attachments }) =>
    deliver(db, { message_id, channel: 'email', recipient: to, subject, html, text }, attachments),
  close: async () => {},
})

/** "Sends" text messages to the page /dev/outbox. Numbers `…99999dddd` are rejected, `…98888dddd` unreachable. */
export const createOutboxSmsSender = (db: Db): SmsSender => ({
  gateway: 'outbox',
  send: ({ message_id, cellphone, text }) =>
    deliver(db, { message_id, channel: 'sms', recipient: cellphone, subject: '', html: '', text }),
  readReport: () => null,
})

const deliver = async (
  db: Db,
  message: OutboxMessage,
  attachments: readonly EmailAttachment[] = [],
): Promise<DeliveryResult> => {
  if (simulatedFailures.refused.test(message.recipient)) return { outcome: 'refused', reason: 'sentinel' }
  if (simulatedFailures.unavailable.test(message.recipient))
    return { outcome: 'unavailable', reason: 'sentinel' }
  try {
    await storeMessage(db, message, attachments)
    return { outcome: 'accepted', reference: null }
  } catch {
    return { outcome: 'unavailable', reason: 'database' }
  }
}
