import type { SignInEvent, SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { resetCodeAttempts } from '@clube/contract/recovery/limits.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import type { Customer } from '../identity/index.ts'
import type { Vault } from '../vault/index.ts'

/** Origin of a code: requested by the customer, sent after a review, or issued at the desk. */
export type CodeSource = 'email' | 'sms' | 'review' | 'desk'

/** Stored form of a code: keyed and bound to its row, so that equal codes have different hashes. */
export const codeHash = (vault: Vault, code: { id: string; code: string }): Buffer =>
  vault.indexOf('recovery.code', `${code.id}:${code.code}`)

/** Stored form of a contact: a keyed hash, kept with the codes sent to it. */
export const contactIndexOf = (vault: Vault, to: string): Buffer => vault.indexOf('recovery.contact', to)

/**
 * Whether the account's password can be reset with a code. Incomplete accounts have no password yet, and blocked ones
 * are handled at the desk; both get the same responses as unknown documents.
 */
export const isRecoverable = (customer: Pick<Customer, 'account_status'>): boolean =>
  customer.account_status === 'active' || customer.account_status === 'deletion_pending'

/** The events implied by requesting a code in a state; empty when the transition table does not allow it. */
export const eventsForCodeRequest = (state: SignInState, method: RecoveryMethod): readonly SignInEvent[] => {
  switch (method) {
    case 'email':
      // The server learns of FORGOT_PASSWORD only with the request for the code.
      if (state.at === 'signIn') return [{ type: 'FORGOT_PASSWORD' }, { type: 'RESET_CODE_SENT' }]
      return state.at === 'forgotPassword' ? [{ type: 'RESET_CODE_SENT' }] : []
    case 'sms':
      return state.at === 'resetPasswordOption' ? [{ type: 'RESET_CODE_SENT' }] : []
    default:
      return method satisfies never
  }
}

/** Whether the flow is waiting for a code. */
export const awaitsCode = (state: SignInState): boolean =>
  state.at === 'resetCodeEmail' || state.at === 'resetCodeSms'

/** Why a code of the flow was not accepted. */
export const codeRefusal = (
  latest: { attempts: number; expires_at: Date } | undefined,
  now: Date,
): 'recovery.wrong-code' | 'recovery.code-expired' | 'recovery.code-exhausted' => {
  if (latest && latest.attempts >= resetCodeAttempts) return 'recovery.code-exhausted'
  return latest && latest.expires_at <= now ? 'recovery.code-expired' : 'recovery.wrong-code'
}
