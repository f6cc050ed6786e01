import type { DeliveryResult } from './delivery.ts'

export type Email = {
  /** Idempotency key, the same for every attempt. */
  readonly message_id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Sends e-mails. Never throws, and always resolves within 30 seconds. */
export interface Mailer {
  send(email: Email): Promise<DeliveryResult>
  /** Closes its connections. */
  close(): Promise<void>
}
