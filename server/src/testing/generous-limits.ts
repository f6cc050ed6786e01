import type { LimitPolicy } from '../modules/limits/index.ts'

/** High limits: tests share one IP and repeat calls in one flow, and should reach only the limit under test. */
export const generousLimits: LimitPolicy['overrides'] = {
  'auth-failures.flow': 1_000_000,
  'auth-failures.ip': 1_000_000,
  'auth-failures.network': 1_000_000,
  'account-checks.flow': 1_000_000,
  'account-checks.ip': 1_000_000,
  'account-checks.network': 1_000_000,
  'unverified-changes.ip': 1_000_000,
  'unverified-changes.network': 1_000_000,
  'unverified-changes-known.ip': 1_000_000,
  'unverified-changes-known.network': 1_000_000,
  'staff-auth-failures.ip': 1_000_000,
  'emails.ip': 1_000_000,
  'emails.network': 1_000_000,
  'emails-known.ip': 1_000_000,
  'emails-known.network': 1_000_000,
  'sms.ip': 1_000_000,
  'sms.network': 1_000_000,
  'email-notices.person': 1_000_000,
  'sms-notices.person': 1_000_000,
  'unverified-notices.ip': 1_000_000,
  'unverified-notices.network': 1_000_000,
  'unverified-promotions.ip': 1_000_000,
  'unverified-promotions.network': 1_000_000,
  'recovery-emails.contact': 1_000_000,
}
