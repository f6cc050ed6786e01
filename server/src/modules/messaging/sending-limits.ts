import type { Limit } from '../limits/index.ts'

const day = 24 * 3600

/** Between two text messages with a code to one account pass at least so many seconds (spec §4, §9: 2 minutes). */
export const smsPauseSeconds = 120

/** Whoever asks for a code: an account that may not exist, a number that may not be known, a client address. */
export type SendingRequest = {
  readonly channel: 'email' | 'sms'
  /** Stands for the account: the same for known and unknown documents, for instance the document's fingerprint. */
  readonly account_key: string
  /** The 11 digits of the cellphone; null for an unknown person or an e-mail. */
  readonly cellphone: string | null
  readonly address: string
}

/** One counter to spend from, in the order in which they are locked. */
export type SendingCharge = { readonly limit: Limit; readonly key: string }

/**
 * The counters that a send is charged to. An unknown person's number is counted under the account, so that known and
 * unknown documents run into limits alike.
 */
export const chargesOf = (request: SendingRequest, smsPerHour: number): readonly SendingCharge[] => {
  const { channel, account_key, cellphone, address } = request
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
        { limit: { scope: 'sms-address', limit: 20, window_seconds: day }, key: address },
        { limit: { scope: 'sms-spend', limit: smsPerHour, window_seconds: 3600 }, key: 'club' },
      ]
    default:
      return channel satisfies never
  }
}
