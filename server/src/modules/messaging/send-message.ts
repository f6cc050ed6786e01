import type { Tx } from '../../db/database.ts'
import type { JobQueue } from '../../db/jobs.ts'
import type { MessagingDeps } from './deps.ts'
import { renderEmail } from './email-layout.ts'
import { purposeOf, templateOf, type MessageContent, type MessagePurpose } from './message-content.ts'
import { claimMs, type MessageChannel } from './message.ts'
import { insertMessage } from './message-store.ts'
import { textsOf } from './message-texts.ts'
import { renderSms } from './sms-text.ts'

export type OutgoingMessage = {
  readonly channel: MessageChannel
  /** An e-mail address or the 11 digits of a cellphone; null without a recipient, see `suppressed`. */
  readonly to: string | null
  /**
   * Whether the recipient confirmed the contact, or the club vouches for it. Unconfirmed contacts may be anyone's and
   * get few messages.
   */
  readonly is_verified: boolean
  readonly customer_id: string | null
  readonly content: MessageContent
  /** Expiry of the content, such as a code: it is not sent afterwards. */
  readonly expires_at: Date | null
  /** Whose limit of notices to unconfirmed contacts it counts toward, unless the request itself was limited. */
  readonly ip?: string | undefined
}

/** Address, text and the data that determines the limits, sealed together. */
export type SealedContent = {
  to: string | null
  is_verified: boolean
  purpose: MessagePurpose
  ip?: string | undefined
  subject: string
  html: string
  text: string
  attached_id?: string | undefined
}

/** Vault label of a message's content, bound to its row. */
export const contentLabel = (message_id: string): string => `message.content.${message_id}`

/**
 * The job of delivering one message. It fails only if its worker dies; by the time it is retried, the claim has
 * expired.
 */
export const deliveryQueue: JobQueue<{ message_id: string }> = {
  name: 'deliver-message',
  expireInSeconds: claimMs / 1000 + 15,
  retryLimit: 100,
}

/**
 * Queues a message in the caller's transaction: it is sent if and only if that commits. A message without a recipient
 * is processed in the same way, so that timing does not reveal whether an account exists.
 * @returns the message's id
 */
export const sendMessage = async (
  deps: Pick<MessagingDeps, 'vault' | 'clock' | 'random' | 'jobs' | 'sender'>,
  tx: Tx,
  message: OutgoingMessage,
): Promise<string> => {
  const id = deps.random.uuid()
  const { channel, customer_id, expires_at } = message
  await insertMessage(tx, {
    id,
    channel,
    template: templateOf(message.content),
    customer_id,
    expires_at,
    content_sealed: deps.vault.seal(contentLabel(id), JSON.stringify(contentOf(deps.sender, message))),
    created_at: deps.clock(),
  })
  await deps.jobs.enqueue(tx, deliveryQueue, { message_id: id })
  return id
}

const contentOf = (
  sender: MessagingDeps['sender'],
  { channel, to, is_verified, content, ip }: OutgoingMessage,
): SealedContent => {
  const texts = textsOf(content, sender.time_zone)
  const purpose = purposeOf(content)
  const hasAttachments = content.template === 'promotion' && channel === 'email' && is_verified
  const attached_id = hasAttachments ? content.attached_id : undefined
  const sealed = { to, is_verified, purpose, ip, attached_id }
  switch (channel) {
    case 'email':
      return { ...sealed, ...renderEmail(texts, sender) }
    case 'sms':
      return { ...sealed, subject: '', html: '', text: renderSms(texts, sender) }
    default:
      return channel satisfies never
  }
}
