import type { HandOver } from './delivery.ts'

export type Email = {
  /** The same at every attempt: what tells a repetition from a new message. */
  readonly message_id: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Hands e-mails over. Never throws, and always answers within half a minute. */
export interface Mailer {
  send(email: Email): Promise<HandOver>
  /** Ends its connections. */
  close(): Promise<void>
}
