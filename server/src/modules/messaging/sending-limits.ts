import type { Limit } from '../limits/index.ts'

const day = 24 * 3600

/** Minimum seconds between two text messages with a code to one account (spec §4, §9: 2 minutes). */
export const smsPauseSeconds = 120

/** The requester of a code: an account that may not exist, a number that may be unknown, a client IP. */
export type SendingRequest = {
  readonly channel: 'email' | 'sms'
  /** Key of the account, for known and unknown documents alike, for instance the document's fingerprint. */
  readonly account_key: string
  /** The 11 digits of the cellphone; null for an unknown person or an e-mail. */
  readonly cellphone: string | null
  readonly ip: string
}

/** Scope of a counter: the requesting account, the number, the client's IP, or the whole club. */
export type SendingScope = 'email-account' | 'sms-account' | 'sms-number' | 'sms-address' | 'sms-spend'

/** One counter to spend from, in the order in which they are locked. */
export type SendingCharge = { readonly limit: Limit & { readonly scope: SendingScope }; readonly key: string }

/**
 * The counters charged for a message. An unknown account's number is counted under the account, so that known and
 * unknown documents have the same limits.
 */
export const chargesOf = (request: SendingRequest, smsPerHour: number): readonly SendingCharge[] => {
  const { channel, account_key, cellphone, ip } = request
  switch (channel) {
    case 'email':
      return [{ limit: { scope: 'email-account', limit: 5, window_seconds: day }, key: account_key }]
    case 'sms':
      return [
        { limit: { scope: 'sms-account', limit: 5, window_seconds: day }, key: account_key },
        {
          limit: { scope: 'sms-number', limit: 10, window_seconds: day },
          key: cellphone ?? `nobody:${account_key}`,
        },
        { limit: { scope: 'sms-address', limit: 20, window_seconds: day }, key: ip },
        { limit: { scope: 'sms-spend', limit: smsPerHour, window_seconds: 3600 }, key: 'club' },
      ]
    default:
      return channel satisfies never
  }
}
