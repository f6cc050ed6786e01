import { mailboxOf, type Charge } from '../limits/index.ts'
import type { MessagePurpose } from './message-content.ts'
import type { MessageChannel } from './message.ts'

/** Minimum seconds between two text messages with a code to one number of an account (spec §4, §9: 2 minutes). */
export const smsIntervalSeconds = 120

/** The number of accounts with their own share of the messages to an unconfirmed contact: the first to name it. */
export const accountsWithShare = 3
/** How long an account that changed its contact still counts among them: the window of its share. */
export const formerContactMs = 24 * 3_600_000

/** The requester of a code: an account that may not exist, a number that may be unknown, a client IP. */
export type SendingRequest = {
  readonly channel: 'email' | 'sms'
  /** Key of the account, for known and unknown documents alike, for instance the document's fingerprint. */
  readonly account_key: string
  /** The e-mail address or the 11 digits of the cellphone; null where no code will be sent. */
  readonly contact: string | null
  /** Whether the account has confirmed the contact. */
  readonly is_verified: boolean
  /** The account that the code is for; null where no code will be sent. */
  readonly customer_id: string | null
  /**
   * `contact`: a session's code that confirms a contact; `password`: a password reset code, for a known browser.
   */
  readonly code_for: 'contact' | 'password'
  readonly ip: string
  /** Whether the device has been known for days. Others share smaller limits. */
  readonly is_established: boolean
}

/**
 * The limits charged for a code. An unknown account's number is counted under the account, so that known and
 * unknown documents have the same limits. Codes to an unverified contact are counted separately: accounts that merely name
 * a contact cannot use up the codes of the one that confirmed it.
 * @param request.is_from_share whether the code was already charged to the account's share
 */
export const chargesOf = (
  request: SendingRequest & { readonly is_from_share: boolean },
): readonly Charge[] => {
  const { channel, account_key, contact, is_verified, is_from_share, ip, is_established } = request
  const isUnverified = contact !== null && !is_verified
  const unverified: readonly Charge[] =
    isUnverified && !is_from_share ? [{ limit: 'unverified-codes.contact', key: contact }] : []
  switch (channel) {
    case 'email':
      return [
        { limit: 'emails.account', key: account_key },
        ...unverified,
        ...(is_established
          ? ([
              { limit: 'emails-known.ip', key: ip },
              { limit: 'emails-known.network', key: ip },
            ] as const)
          : ([
              { limit: 'emails.ip', key: ip },
              { limit: 'emails.network', key: ip },
            ] as const)),
      ]
    case 'sms':
      return [
        { limit: 'sms.account', key: account_key },
        ...(isUnverified
          ? unverified
          : ([{ limit: 'sms.number', key: contact ?? `nobody:${account_key}` }] as const)),
        ...(is_established
          ? ([
              { limit: 'sms-known.ip', key: ip },
              { limit: 'sms-known.network', key: ip },
            ] as const)
          : ([
              { limit: 'sms.ip', key: ip },
              { limit: 'sms.network', key: ip },
            ] as const)),
        ...(is_established && is_verified ? [] : unreserved),
        { limit: 'sms.club', key: 'club' },
      ]
    default:
      return channel satisfies never
  }
}

/**
 * The share of an account that was among the first to name a contact, spent before the shared limit. A browser that
 * many people use is known to all their accounts, so its requests do not use up the codes of sessions.
 */
export const shareOfCodes = (request: {
  readonly customer_id: string
  readonly contact: string
  readonly code_for: SendingRequest['code_for']
}): Charge => ({
  limit: 'unverified-codes.person',
  key: `${request.code_for}:${request.customer_id}:${mailboxOf(request.contact)}`,
})

/**
 * The limits charged when a message is delivered. A code is not charged here but before its creation, because a code
 * that was created and then suppressed would be lost. A security notice is charged to its account alone: with a shared
 * limit, others could silence it. For an unverified contact, this applies only to the first accounts that named it, and
 * only to notices that only a session or staff can cause. All other messages to it share one small limit; none uses up
 * the limits of verified contacts.
 */
export const deliveryChargesOf = (message: {
  readonly channel: MessageChannel
  readonly purpose: MessagePurpose
  readonly customer_id: string | null
  readonly to: string
  readonly is_verified: boolean
  /** Whether the contact is unverified and the account is one of the first that named it. */
  readonly has_share: boolean
  readonly ip?: string | undefined
}): readonly Charge[] => {
  const { channel, purpose, customer_id, to: contact, is_verified, has_share, ip } = message
  if (!is_verified && purpose !== 'code' && purpose !== 'request')
    return [
      purpose === 'account' && has_share
        ? { limit: 'unverified-notices.person', key: `${customer_id}:${mailboxOf(contact)}` }
        : { limit: 'unverified-notices.contact', key: contact },
      ...(ip === undefined
        ? []
        : ipLimitsOf[purpose === 'promotion' ? 'promotion' : 'notice'].map((limit) => ({ limit, key: ip }))),
      // A withheld code was charged when it was requested.
      ...(channel === 'sms' && purpose !== 'withheld'
        ? [...unreserved, { limit: 'sms.club', key: 'club' } as const]
        : []),
    ]
  switch (purpose) {
    case 'code':
      return []
    case 'account':
    case 'attempt':
    case 'withheld':
      return [
        {
          limit: channel === 'sms' ? 'sms-notices.person' : 'email-notices.person',
          key: customer_id ?? contact,
        },
      ]
    case 'request':
      return [{ limit: 'recovery-emails.contact', key: contact }]
    case 'activity':
      if (channel === 'sms') return smsNoticeCharges(customer_id, contact)
      return [{ limit: 'activity-emails.contact', key: contact }]
    case 'promotion':
    case 'essential':
      if (channel === 'sms') return smsNoticeCharges(customer_id, contact)
      return [{ limit: 'promotion-emails.contact', key: contact }]
    default:
      return purpose satisfies never
  }
}

/**
 * Charges of a notice that the customer chose as a text message. The club's budget for these is separate from that for
 * codes, which they therefore never use up; every one is also sent by e-mail.
 */
const smsNoticeCharges = (customer_id: string | null, contact: string): readonly Charge[] => [
  { limit: 'chosen-sms.person', key: customer_id ?? contact },
  { limit: 'chosen-sms.contact', key: contact },
  { limit: 'chosen-sms.club', key: 'club' },
]

const ipLimitsOf = {
  notice: ['unverified-notices.ip', 'unverified-notices.network'],
  promotion: ['unverified-promotions.ip', 'unverified-promotions.network'],
} as const

/**
 * Accounts are free to create, confirmed cellphones are not: a third of the club's text messages is reserved for codes
 * to confirmed cellphones, requested from devices known for days.
 */
const unreserved = [{ limit: 'sms-unreserved.club', key: 'club' }] as const satisfies readonly Charge[]
