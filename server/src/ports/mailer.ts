import type { DeliveryResult } from './delivery.ts'

export type EmailAttachment = {
  readonly filename: string
  readonly content_type: string
  readonly content: Buffer
}

export type Email = {
  /** Idempotency key, the same for every attempt. */
  readonly message_id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly EmailAttachment[]
}

/** Sends e-mails. Never throws, and always resolves within 30 seconds. */
export interface Mailer {
  send(email: Email): Promise<DeliveryResult>
  /** Closes its connections. */
  close(): Promise<void>
}
