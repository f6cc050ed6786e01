import type { CaseCause } from '@clube/contract/partner-points/desk-calls.ts'
import { caseCauses } from '@clube/contract/partner-points/desk-calls.ts'
import { expiryAfter } from '../../../ports/clock.ts'
import type { PartnerDebit } from '../../../ports/partner-programme.ts'

/** Seconds after the quote's expiry in which the partner still accepts the debit. */
const debitMarginSeconds = 60
/** Tolerated difference between the clocks of club and partner, and the longest time that a sent debit takes. */
const clockMarginSeconds = 60

/** When the partner must refuse the debit of a quote. */
export const validUntil = (quote_expires_at: Date): Date => expiryAfter(quote_expires_at, debitMarginSeconds)

/** What to do about a debit that the partner does not know. */
export type AbsentDebit =
  /** Send it again, with the same key. */
  | { readonly kind: 'send' }
  /** It may still be made. */
  | { readonly kind: 'wait' }
  /** It will never be made. */
  | { readonly kind: 'final' }

export const absentDebit = (valid_until: Date, now: Date): AbsentDebit => {
  if (now < valid_until) return { kind: 'send' }
  return now < expiryAfter(valid_until, clockMarginSeconds) ? { kind: 'wait' } : { kind: 'final' }
}

/** Why a confirmed debit is not the one that was asked for; null if it is. A null member was erased. */
export const debitError = (
  debit: Pick<PartnerDebit, 'member_number' | 'points'>,
  asked: { readonly member_number: string | null; readonly points: number },
): CaseCause | null => {
  if (asked.member_number !== null && debit.member_number !== asked.member_number) return 'other-member'
  return debit.points === asked.points ? null : 'other-points'
}

/** The cause of a case as the desk shows it; other causes are those of requests without a usable response. */
export const caseCauseOf = (cause: string | null): CaseCause =>
  cause !== null && Object.hasOwn(caseCauses, cause) ? (cause as CaseCause) : 'no-answer'
