import { signInFlowMinutes } from '@clube/contract/identity/sign-in-flow.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import { attempt } from '../../../../kit/store/attempt.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from '../support/support-draft.ts'

/** The server's response to a submission: the protocol number and the deadline (ISO instant) for the team's response. */
export type Submitted = { protocol: string; answer_by: string }

/**
 * The recovery's data beyond its state, kept while the page is open because its steps unmount. What survives a reload is
 * in saved-recovery.ts; photos do not survive.
 */
export type RecoveryData = {
  configuration: RecoveryConfiguration | null
  /** ISO instant at which the last code sent expires. */
  code_expires_at: string | null
  /** When the server's flow ends: Unix time in milliseconds, by this device's clock. */
  flow_expires_at: number
  /** ISO instant until which the new password can be set; null if unknown. */
  token_expires_at: string | null
  /** The data of the final screen, while it is shown. */
  confirmation_text: string | null
  /** The support draft; null before it is started and after it was sent or cancelled. */
  draft: SupportDraft | null
  /** Whether the draft had photos before a reload. */
  hasLostPhotos: boolean
  /** The server's errors about the draft. */
  serverErrors: readonly FieldError[]
  submitted: Submitted | null
}

export const emptyRecoveryData: RecoveryData = {
  configuration: null,
  code_expires_at: null,
  flow_expires_at: 0,
  token_expires_at: null,
  confirmation_text: null,
  draft: null,
  hasLostPhotos: false,
  serverErrors: [],
  submitted: null,
}

/** When the server's flow expires, if the server has just responded. */
export const flowEnd = (): number => Date.now() + signInFlowMinutes * 60_000

/** Additional props of every recovery step. */
export type RecoveryStepProps = StepProps & {
  recoveryData: RecoveryData
  onRecoveryDataChange: (change: (before: RecoveryData) => RecoveryData) => void
}

/** Session storage key of the recovery that a reload resumes. */
export const savedRecoveryKey = 'clube_recovery'

export function removeSavedRecovery(): void {
  attempt(() => sessionStorage.removeItem(savedRecoveryKey))
}

/** Whether this tab has a recovery to resume; reading it requires a module that is loaded later. */
export const hasSavedRecovery = (): boolean =>
  (attempt(() => sessionStorage.getItem(savedRecoveryKey)) ?? null) !== null
