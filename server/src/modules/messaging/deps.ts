import type { Db } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { SmsSender } from '../../ports/sms-sender.ts'
import type { Vault } from '../vault/index.ts'
import type { Sender } from './message-content.ts'
import type { MessageChannel } from './message.ts'

/** A line about a message for the log: never an address, a phone, a code or what a gateway answered. */
export type MessageEvent = {
  readonly message_id: string
  readonly channel: MessageChannel
  readonly template: string
  readonly attempts: number
  readonly outcome: 'sent' | 'suppressed' | 'postponed' | 'failed'
  readonly reason: string | null
}

/** What the use cases of messaging work with. */
export type MessagingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly jobs: Jobs
  readonly sender: Sender
  readonly mailer: Mailer
  readonly smsSender: SmsSender
  readonly onEvent: (event: MessageEvent) => void
}
