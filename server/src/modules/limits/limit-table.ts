import { isIPv6 } from 'node:net'

const minutes = 60
const hours = 60 * minutes
const day = 24 * hours

/**
 * What the units of a limit are counted for. A flow is a browser's sign-in, a device a browser that has signed in to the
 * account before. An IP and its network count only unknown devices; for the club's own resources (messages, photos,
 * reviews) and for changes that notify unconfirmed contacts, known devices count, too, with separate, higher limits once
 * they have been known for three days. Contacts are counted by mailbox.
 */
export type Counted = 'flow' | 'device' | 'person' | 'contact' | 'staff' | 'ip' | 'network' | 'club'

/**
 * Units per window. More per IP and network in the club's own networks, where thousands of guests share an IP. Where
 * `own_network_excess` is 'captcha', they are never refused: above the limit their captchas require four times the work,
 * because one guest must not be able to block all others.
 */
export type LimitRow =
  | {
      readonly counts: Exclude<Counted, 'ip' | 'network'>
      readonly limit: number
      readonly window_seconds: number
    }
  | {
      readonly counts: 'ip' | 'network'
      readonly limit: number
      readonly own_network_limit: number
      readonly own_network_excess?: 'captcha'
      readonly window_seconds: number
    }

/**
 * Every limit of the product, as in docs/security.md. A request is counted by flow and device first, then for the person,
 * then by IP and network, so that one guest exhausts their own limit before that of a shared network.
 */
export const limitTable = {
  // Failed passwords, hints and codes; returned when the secret was correct.
  'auth-failures.flow': { counts: 'flow', limit: 10, window_seconds: 10 * minutes },
  'auth-failures.device': { counts: 'device', limit: 20, window_seconds: 10 * minutes },
  'auth-failures.ip': {
    counts: 'ip',
    limit: 20,
    own_network_limit: 400,
    window_seconds: 10 * minutes,
    own_network_excess: 'captcha',
  },
  'auth-failures.network': {
    counts: 'network',
    limit: 100,
    own_network_limit: 400,
    window_seconds: 10 * minutes,
    own_network_excess: 'captcha',
  },
  'hint-failures': { counts: 'person', limit: 5, window_seconds: day },

  // Documents looked up; returned when the visitor signs in or joins.
  'account-checks.flow': { counts: 'flow', limit: 30, window_seconds: 10 * minutes },
  'account-checks.ip': {
    counts: 'ip',
    limit: 60,
    own_network_limit: 3_000,
    window_seconds: 10 * minutes,
    own_network_excess: 'captcha',
  },
  'account-checks.network': {
    counts: 'network',
    limit: 300,
    own_network_limit: 3_000,
    window_seconds: 10 * minutes,
    own_network_excess: 'captcha',
  },

  // Above these, captchas require four times the work.
  'unknown-documents': { counts: 'ip', limit: 15, own_network_limit: 300, window_seconds: hours },
  'captchas-without-verdict': { counts: 'flow', limit: 1, window_seconds: hours },
  'accounts-with-wrong-codes': { counts: 'club', limit: 40, window_seconds: 10 * minutes },
  'wrong-codes-of-account': { counts: 'person', limit: 1, window_seconds: 10 * minutes },
  'wrong-codes-alarm': { counts: 'club', limit: 1, window_seconds: 10 * minutes },

  // Each sends notices, which cost money.
  'account-changes': { counts: 'person', limit: 10, window_seconds: day },
  // Those that notify a contact that the account has not confirmed, which may be anyone's.
  'unverified-changes.ip': { counts: 'ip', limit: 10, own_network_limit: 80, window_seconds: hours },
  'unverified-changes.network': {
    counts: 'network',
    limit: 30,
    own_network_limit: 80,
    window_seconds: hours,
  },
  'unverified-changes-known.ip': { counts: 'ip', limit: 20, own_network_limit: 120, window_seconds: hours },
  'unverified-changes-known.network': {
    counts: 'network',
    limit: 40,
    own_network_limit: 120,
    window_seconds: hours,
  },

  // Codes and requests for a new password.
  'reset-codes': { counts: 'person', limit: 5, window_seconds: day },
  'desk-codes': { counts: 'person', limit: 3, window_seconds: day },
  'recovery-photos.flow': { counts: 'flow', limit: 20, window_seconds: hours },
  'recovery-photos.ip': { counts: 'ip', limit: 40, own_network_limit: 400, window_seconds: hours },
  'recovery-photos.network': { counts: 'network', limit: 160, own_network_limit: 400, window_seconds: hours },
  'recovery-photos-known.ip': { counts: 'ip', limit: 80, own_network_limit: 800, window_seconds: hours },
  'recovery-photos-known.network': {
    counts: 'network',
    limit: 240,
    own_network_limit: 800,
    window_seconds: hours,
  },
  'recovery-requests.ip': { counts: 'ip', limit: 5, own_network_limit: 60, window_seconds: hours },
  'recovery-requests.network': { counts: 'network', limit: 20, own_network_limit: 60, window_seconds: hours },
  'recovery-requests-known.ip': { counts: 'ip', limit: 10, own_network_limit: 120, window_seconds: hours },
  'recovery-requests-known.network': {
    counts: 'network',
    limit: 30,
    own_network_limit: 120,
    window_seconds: hours,
  },
  'recovery-links.ip': { counts: 'ip', limit: 60, own_network_limit: 600, window_seconds: hours },

  // Messages with a code.
  'emails.account': { counts: 'person', limit: 5, window_seconds: day },
  'emails.ip': { counts: 'ip', limit: 60, own_network_limit: 3_000, window_seconds: hours },
  'emails.network': { counts: 'network', limit: 200, own_network_limit: 3_000, window_seconds: hours },
  'emails-known.ip': { counts: 'ip', limit: 120, own_network_limit: 3_000, window_seconds: hours },
  'emails-known.network': { counts: 'network', limit: 300, own_network_limit: 3_000, window_seconds: hours },
  'sms.account': { counts: 'person', limit: 5, window_seconds: day },
  'sms.number': { counts: 'contact', limit: 10, window_seconds: day },
  'sms.ip': { counts: 'ip', limit: 10, own_network_limit: 200, window_seconds: hours },
  'sms.network': { counts: 'network', limit: 30, own_network_limit: 200, window_seconds: hours },
  'sms-known.ip': { counts: 'ip', limit: 30, own_network_limit: 400, window_seconds: hours },
  'sms-known.network': { counts: 'network', limit: 60, own_network_limit: 400, window_seconds: hours },
  // Two thirds of the club's: the rest is reserved for confirmed cellphones and devices known for days.
  'sms-unreserved.club': { counts: 'club', limit: 200, window_seconds: hours },
  'sms.club': { counts: 'club', limit: 300, window_seconds: hours },

  // Codes to a contact that the account has not confirmed: to confirm it, or for a known device.
  'unverified-codes.person': { counts: 'person', limit: 3, window_seconds: day },
  'unverified-codes.contact': { counts: 'contact', limit: 5, window_seconds: day },

  // All other messages; what exceeds these is recorded as suppressed. Security notices count against no shared limit.
  'email-notices.person': { counts: 'person', limit: 20, window_seconds: day },
  'sms-notices.person': { counts: 'person', limit: 6, window_seconds: day },
  'recovery-emails.contact': { counts: 'contact', limit: 10, window_seconds: day },
  'promotion-emails.contact': { counts: 'contact', limit: 10, window_seconds: day },
  'activity-emails.contact': { counts: 'contact', limit: 20, window_seconds: day },
  // Notices that a customer chose as text messages, to confirmed cellphones. The club's limit is a third of `sms.club`, in
  // addition to it: they never exhaust the limits of codes.
  'chosen-sms.person': { counts: 'person', limit: 6, window_seconds: day },
  'chosen-sms.contact': { counts: 'contact', limit: 10, window_seconds: day },
  'chosen-sms.club': { counts: 'club', limit: 100, window_seconds: hours },
  // Instead of those for people and promotions, for contacts that may be another person's.
  'unverified-notices.person': { counts: 'person', limit: 3, window_seconds: day },
  'unverified-notices.contact': { counts: 'contact', limit: 3, window_seconds: day },
  // Notices of events that cannot be refused.
  'unverified-notices.ip': { counts: 'ip', limit: 10, own_network_limit: 80, window_seconds: hours },
  'unverified-notices.network': {
    counts: 'network',
    limit: 30,
    own_network_limit: 80,
    window_seconds: hours,
  },
  // Messages of promotions that a customer causes, for instance with a confirmed reservation.
  'unverified-promotions.ip': { counts: 'ip', limit: 60, own_network_limit: 3_000, window_seconds: hours },
  'unverified-promotions.network': {
    counts: 'network',
    limit: 200,
    own_network_limit: 3_000,
    window_seconds: hours,
  },

  'receipt-photos': { counts: 'person', limit: 40, window_seconds: day },
  'gift-pictures': { counts: 'staff', limit: 100, window_seconds: day },
  // Wrong codes of scratch cards, in addition to the lock of people and devices after ten.
  'scratch-guesses.ip': { counts: 'ip', limit: 60, own_network_limit: 2_000, window_seconds: hours },
  'scratch-guesses.network': {
    counts: 'network',
    limit: 300,
    own_network_limit: 2_000,
    window_seconds: hours,
  },
  // Wrong codes that staff try to void.
  'scratch-code-guesses': { counts: 'staff', limit: 30, window_seconds: hours },
  // Birth dates that staff type for an award; returned when the date was the account's.
  'award-birth-dates.award': { counts: 'person', limit: 5, window_seconds: day },
  'award-birth-dates.staff': { counts: 'staff', limit: 30, window_seconds: day },
  'scratch-gifts': { counts: 'staff', limit: 60, window_seconds: day },
  // Proofs and numbers of members that a customer tries; links that succeed count, too.
  'partner-links': { counts: 'person', limit: 10, window_seconds: hours },
  // Each is a request to the partner.
  'partner-quotes': { counts: 'person', limit: 30, window_seconds: 10 * minutes },
  // Searches for a person by staff, at all desks; each shows ten people at most, which prevents listing all customers.
  'customer-searches': { counts: 'staff', limit: 80, window_seconds: hours },
  // Tickets that are read at the car park, by customers and at desks.
  'parking-reads.person': { counts: 'person', limit: 60, window_seconds: hours },
  'parking-reads.staff': { counts: 'staff', limit: 300, window_seconds: hours },
  // What a person sends to customer service.
  'service-tickets': { counts: 'person', limit: 5, window_seconds: hours },
  'service-messages': { counts: 'person', limit: 30, window_seconds: hours },
  'service-uploads.person': { counts: 'person', limit: 40, window_seconds: hours },
  'service-uploads.staff': { counts: 'staff', limit: 200, window_seconds: hours },
  // Searches by staff in conversations; each shows fifty hits at most.
  'service-searches': { counts: 'staff', limit: 600, window_seconds: hours },
  // Messages that staff resend.
  'resent-messages': { counts: 'person', limit: 3, window_seconds: day },
  // Beyond it the rules decide, as for customers.
  'desk-receipts': { counts: 'staff', limit: 60, window_seconds: day },

  'staff-auth-failures.ip': {
    counts: 'ip',
    limit: 20,
    own_network_limit: 60,
    window_seconds: 10 * minutes,
  },
} as const satisfies Record<string, LimitRow>

export type LimitName = keyof typeof limitTable

/**
 * The block of a client IP: an IPv4 address or, since one connection has a whole IPv6 /64, its first 64 bits. IPv4
 * mapped into IPv6 is IPv4.
 */
export const ipBlockOf = (ip: string): string => {
  const v4 = ipv4Of(ip)
  return v4 ?? expandIpv6(ip).slice(0, 4).join(':')
}

/** The network of a client IP: /24 of IPv4, /48 of IPv6, which providers assign to one customer. */
export const networkOf = (ip: string): string => {
  const v4 = ipv4Of(ip)
  return v4?.split('.').slice(0, 3).join('.') ?? expandIpv6(ip).slice(0, 3).join(':')
}

/**
 * The mailbox of an e-mail address: without the `+tag` that providers ignore, and without the dots that Gmail ignores.
 * Only for counting. Other contacts are returned unchanged.
 */
export const mailboxOf = (contact: string): string =>
  contact
    .replace(/^([^@][^@+]*)\+[^@]*@/, '$1@')
    .replace(
      /^([^@]+)@(?:gmail|googlemail)\.com$/,
      (_, local: string) => `${local.replaceAll('.', '')}@gmail.com`,
    )

/** The IPv4 address of an IP, also when written as `::ffff:192.0.2.1` or `::ffff:c000:201`; null for other IPv6. */
export const ipv4Of = (ip: string): string | null => {
  if (!isIPv6(ip)) return ip
  const groups = expandIpv6(ip)
  const [high = '', low = ''] = groups.slice(6)
  if (groups.slice(0, 6).join(':') !== '0000:0000:0000:0000:0000:ffff') return null
  return [high.slice(0, 2), high.slice(2), low.slice(0, 2), low.slice(2)]
    .map((byte) => String(Number.parseInt(byte, 16)))
    .join('.')
}

/** The eight groups of an IPv6 address, four lower-case digits each; a zone is ignored. */
const expandIpv6 = (ip: string): string[] => {
  const text = (ip.split('%', 1)[0] ?? '')
    .toLowerCase()
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) =>
      [0, 2].map((index) => hexOf(bytes[index]) + hexOf(bytes[index + 1])).join(':'),
    )
  const [head = '', tail] = text.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map((group) =>
    group.padStart(4, '0'),
  )
}

const hexOf = (byte: string | undefined): string => Number(byte).toString(16).padStart(2, '0')
