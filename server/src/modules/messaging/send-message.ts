import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import type { JobQueue } from '../../db/jobs.ts'
import type { MessagingDeps } from './deps.ts'
import { layOutEmail } from './email-layout.ts'
import type { MessageContent } from './message-content.ts'
import { claimMs, type MessageChannel } from './message.ts'
import { insertMessage } from './message-store.ts'
import { wordsOf } from './message-words.ts'
import { layOutSms } from './sms-text.ts'

export type OutgoingMessage = {
  readonly channel: MessageChannel
  /** An e-mail address or the 11 digits of a cellphone; null when there is nobody, see `suppressed`. */
  readonly to: string | null
  readonly customer_id: string | null
  readonly content: MessageContent
  /** When what it says is over, such as a code: afterwards it is not sent any more. */
  readonly expires_at: Date | null
}

/** Address and words as they are sealed. */
export type SealedContent = { to: string | null; subject: string; html: string; text: string }

/** Under which label a message's content is sealed: bound to its row. */
export const contentLabel = (message_id: string): string => `message.content.${message_id}`

/** The job of delivering one message. A job gets lost only with its worker; its successor finds the claim at its end. */
export const deliveryQueue: JobQueue<{ message_id: string }> = {
  name: 'deliver-message',
  expireInSeconds: claimMs / 1000 + 15,
  retryLimit: 100,
}

/**
 * Queues a message in the transaction of what it tells about: it goes out if and only if that commits. A message to
 * nobody takes the same way, so that nobody learns from the time an answer takes whether an account exists.
 * @returns the message's id
 */
export const sendMessage = async (
  deps: Pick<MessagingDeps, 'vault' | 'clock' | 'jobs' | 'sender'>,
  tx: Tx,
  message: OutgoingMessage,
): Promise<string> => {
  const id = randomUUID()
  const { channel, customer_id, expires_at } = message
  await insertMessage(tx, {
    id,
    channel,
    template: message.content.template,
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
  { channel, to, content }: OutgoingMessage,
): SealedContent => {
  const words = wordsOf(content)
  switch (channel) {
    case 'email':
      return { to, ...layOutEmail(words, sender) }
    case 'sms':
      return { to, subject: '', html: '', text: layOutSms(words, sender) }
    default:
      return channel satisfies never
  }
}
