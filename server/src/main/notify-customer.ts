import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../db/database.ts'
import { findNoticeRecipient } from '../modules/identity/index.ts'
import {
  createSendMessage,
  topicOf,
  type MessageContent,
  type MessagingDeps,
  type NotifyOfActivity,
} from '../modules/messaging/index.ts'

type Notice = {
  readonly customer_id: string
  /** Null for notices that are sent by e-mail only. */
  readonly topic: NoticeTopic | null
  /** Depends on whether the contact is confirmed. */
  readonly contentFor: (contact: { is_verified: boolean }) => MessageContent
  readonly expires_at: Date | null
  readonly ip?: string | undefined
}

/**
 * Queues a notice in the caller's transaction: by e-mail, confirmed or not, and by text message to the confirmed
 * cellphone of a customer who chose them for the topic.
 */
export const createCustomerNotifier = (
  messaging: MessagingDeps,
): ((tx: Tx, notice: Notice) => Promise<void>) => {
  const sendMessage = createSendMessage(messaging)
  return async (tx, { customer_id, topic, contentFor, expires_at, ip }) => {
    const recipient = await findNoticeRecipient(tx, { customer_id, topic })
    const is_verified = recipient?.is_email_verified ?? false
    if (recipient?.wants_email ?? true)
      await sendMessage(tx, {
        channel: 'email',
        to: recipient?.email ?? null,
        is_verified,
        customer_id,
        content: contentFor({ is_verified }),
        expires_at,
        ip,
      })
    if (recipient?.sms_to)
      await sendMessage(tx, {
        channel: 'sms',
        to: recipient.sms_to,
        is_verified: true,
        customer_id,
        content: contentFor({ is_verified: true }),
        expires_at,
      })
  }
}

/** Notifies customers of the results of their activity. */
export const createActivityNotifier = (messaging: MessagingDeps): NotifyOfActivity => {
  const notify = createCustomerNotifier(messaging)
  return (tx, { customer_id, content, email_only }) => {
    const topic = email_only ? null : topicOf(content)
    return notify(tx, { customer_id, topic, contentFor: () => content, expires_at: null })
  }
}
