import { documentTypeSchema } from '@clube/contract/brazil/document-type.ts'
import { signInFlowMinutes, type SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { yesNoSchema } from '@clube/contract/kernel/yes-no.ts'
import { recoveryConfigurationSchema } from '@clube/contract/recovery/code-calls.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { attempt } from '../../../../kit/store/attempt.ts'
import { isKiosk } from '../../../../platform/storage/service-channel.ts'
import type { SignInForm } from '../step-props.ts'
import { removeSavedRecovery, savedRecoveryKey, type RecoveryMemory } from './recovery-memory.ts'

const recoverySchema = z.discriminatedUnion('at', [
  z.object({
    at: z.enum(['forgotPassword', 'resetCodeEmail', 'resetCodeSms', 'resetPasswordOption']),
    form: z.object({ document_id: z.string(), document_type: documentTypeSchema, remember_me: yesNoSchema }),
    configuration: z.nullable(recoveryConfigurationSchema),
    code_expires_at: z.nullable(z.string()),
  }),
  /** The token is a secret and is not stored, so this step cannot be resumed. */
  z.object({ at: z.literal('resetPassword') }),
])
const savedSchema = z.object({
  recovery: recoverySchema,
  /** When the server's flow ends, in milliseconds since 1970. */
  expires_at: z.number(),
})

/** A stored recovery: without code, token or photos. */
export type SavedRecovery = z.infer<typeof recoverySchema>

/** Removes the recovery of this tab from the storage and returns it; null if it does not exist or has expired. */
export function takeSavedRecovery(now: number): SavedRecovery | null {
  const json = attempt(() => JSON.parse(sessionStorage.getItem(savedRecoveryKey) ?? 'null') as unknown)
  const { data } = z.safeParse(savedSchema, json)
  removeSavedRecovery()
  return data && data.expires_at > now && !isKiosk() ? data.recovery : null
}

/**
 * Keeps the recovery in this tab's session storage while its steps are shown, so that it can be resumed after a reload
 * or when the browser discarded the tab. The server's flow, identified by a cookie that scripts cannot read, still
 * decides what each step may do. Finishing the recovery erases it, as does cancelling it or leaving the page
 * (sign-in-page.tsx); a kiosk stores nothing.
 */
export function useSavedRecovery(
  state: SignInState,
  form: SignInForm,
  { configuration, code_expires_at, confirmation_text }: RecoveryMemory,
): void {
  const recovery =
    confirmation_text === null ? savedOf(state, { form, configuration, code_expires_at }) : null
  const json = JSON.stringify(recovery)
  useEffect(() => {
    if (recovery === null || isKiosk()) return removeSavedRecovery()
    const expires_at = Date.now() + signInFlowMinutes * 60_000
    attempt(() => sessionStorage.setItem(savedRecoveryKey, JSON.stringify({ recovery, expires_at })))
  }, [json])
}

function savedOf(
  state: SignInState,
  rest: Pick<RecoveryMemory, 'configuration' | 'code_expires_at'> & { form: SignInForm },
): SavedRecovery | null {
  switch (state.at) {
    case 'forgotPassword':
    case 'resetCodeEmail':
    case 'resetCodeSms':
    case 'resetPasswordOption':
      return { at: state.at, ...rest }
    case 'support':
      // Photos are not stored, so the form starts again, at the options.
      return state.step === 'informationUnderReview' ? null : { at: 'resetPasswordOption', ...rest }
    case 'resetPassword':
      return { at: 'resetPassword' }
    case 'checkAccountState':
    case 'signIn':
    case 'verifyIdentity':
      return null
    default:
      return state satisfies never
  }
}
