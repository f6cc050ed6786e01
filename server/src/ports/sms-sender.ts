import type { DeliveryResult } from './delivery.ts'

export type Sms = {
  /** Idempotency key, the same for every attempt. */
  readonly message_id: string
  /** 11 digits of a Brazilian number: area code and number, without the country code. */
  readonly cellphone: string
  /** ASCII, at most 160 characters. */
  readonly text: string
}

/** A gateway's later delivery report. */
export type SmsReport = {
  readonly reference: string
  readonly delivery: 'delivered' | 'undelivered'
}

/** Sends text messages. Never throws, and always resolves within 30 seconds. */
export interface SmsSender {
  /** The gateway's segment in its status callback path. */
  readonly gateway: string
  send(sms: Sms): Promise<DeliveryResult>
  /** Parses a status callback; null for an intermediate or unknown report. */
  readReport(body: unknown): SmsReport | null
}
