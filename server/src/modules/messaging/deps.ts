import type { Db } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { EmailAttachment, Mailer } from '../../ports/mailer.ts'
import type { SmsSender } from '../../ports/sms-sender.ts'
import type { Limits } from '../limits/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Sender } from './message-content.ts'
import type { MessageChannel } from './message.ts'

/** A log line about a message, without address, phone, code or the gateway's response. */
export type MessageEvent = {
  readonly message_id: string
  readonly channel: MessageChannel
  readonly template: string
  readonly attempts: number
  readonly outcome: 'sent' | 'suppressed' | 'postponed' | 'failed'
  readonly reason: string | null
}

/**
 * Creates the attachments of a message when it is delivered, so that they are current and their contents are not
 * stored.
 * @returns null when the message no longer applies
 */
export type CreateAttachments = (message: {
  readonly template: string
  readonly customer_id: string
  readonly attached_id: string
}) => Promise<readonly EmailAttachment[] | null>

/** Dependencies of messaging. */
export type MessagingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  readonly jobs: Jobs
  readonly limits: Limits
  readonly sender: Sender
  readonly mailer: Mailer
  readonly smsSender: SmsSender
  readonly onEvent: (event: MessageEvent) => void
}

/** Dependencies of delivering messages. */
export type DeliveryDeps = MessagingDeps & { readonly createAttachments: CreateAttachments }
