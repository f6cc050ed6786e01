import { verificationCodeLength } from '@clube/contract/brazil/verification-code.ts'
import type { SignInEvent, SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { resetCodeTries } from '@clube/contract/recovery/limits.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import type { Customer } from '../identity/index.ts'
import type { Vault } from '../vault/index.ts'

/** How a code reached its person: sent on request, after a review, or handed over at the desk. */
export type CodeSource = 'email' | 'sms' | 'review' | 'desk'

/** Six digits, each as likely as any other. */
export const drawCode = (chance: (highest: number) => number): string =>
  String(chance(10 ** verificationCodeLength - 1)).padStart(verificationCodeLength, '0')

/** How a code rests: keyed, and bound to its row, so that equal codes look different. */
export const codeHash = (vault: Vault, code: { id: string; code: string }): Buffer =>
  vault.indexOf('recovery.code', `${code.id}:${code.code}`)

/**
 * Whose password can be replaced by a code. Incomplete accounts have none yet, blocked ones are a matter for the desk;
 * both are answered like documents that nobody has.
 */
export const isRecoverable = (customer: Pick<Customer, 'account_status'>): boolean =>
  customer.account_status === 'active' || customer.account_status === 'deletion_pending'

/** The events that asking for a code means, by where it is asked; empty where the table has no such step. */
export const eventsOfSending = (state: SignInState, method: RecoveryMethod): readonly SignInEvent[] => {
  switch (method) {
    case 'email':
      // The browser alone knows of FORGOT_PASSWORD; the server hears of it with the request for the code.
      if (state.at === 'signIn') return [{ type: 'FORGOT_PASSWORD' }, { type: 'RESET_CODE_SENT' }]
      return state.at === 'forgotPassword' ? [{ type: 'RESET_CODE_SENT' }] : []
    case 'sms':
      return state.at === 'resetPasswordOption' ? [{ type: 'RESET_CODE_SENT' }] : []
    default:
      return method satisfies never
  }
}

/** Whether the flow waits for a code. */
export const awaitsCode = (state: SignInState): boolean =>
  state.at === 'resetCodeEmail' || state.at === 'resetCodeSms'

/** Why a code of the flow is not taken, once it is known that it is not. */
export const refusalOf = (
  latest: { attempts: number; expires_at: Date } | undefined,
  now: Date,
): 'recovery.wrong-code' | 'recovery.code-expired' | 'recovery.code-exhausted' => {
  if (latest && latest.attempts >= resetCodeTries) return 'recovery.code-exhausted'
  return latest && latest.expires_at <= now ? 'recovery.code-expired' : 'recovery.wrong-code'
}
