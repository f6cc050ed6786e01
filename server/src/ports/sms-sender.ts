import type { HandOver } from './delivery.ts'

export type Sms = {
  /** The same at every attempt: what tells a repetition from a new message. */
  readonly message_id: string
  /** 11 digits of a Brazilian number: area code and number, without the country. */
  readonly cellphone: string
  /** Plain ASCII, at most 160 characters. */
  readonly text: string
}

/** What a gateway tells later about a message it accepted. */
export type SmsReport = {
  readonly reference: string
  readonly delivery: 'delivered' | 'undelivered'
}

/** Hands text messages over. Never throws, and always answers within half a minute. */
export interface SmsSender {
  /** The gateway's place in the address of its status callback. */
  readonly gateway: string
  send(sms: Sms): Promise<HandOver>
  /** Reads the body of a status callback; null for a report that decides nothing or cannot be understood. */
  readReport(body: unknown): SmsReport | null
}
