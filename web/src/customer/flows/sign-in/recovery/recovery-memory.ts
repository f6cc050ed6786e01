import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import { attempt } from '../../../../kit/store/attempt.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from '../support/support-draft.ts'

/** The server's response to a submission: the protocol number and the deadline (ISO instant) of the team's response. */
export type Submitted = { protocol: string; answer_by: string }

/**
 * The recovery's data beyond its state, kept while the page is open because its steps unmount. Only the options and the
 * code's deadline survive a reload (saved-recovery.ts): the draft holds photos.
 */
export type RecoveryMemory = {
  configuration: RecoveryConfiguration | null
  /** ISO instant at which the last code sent expires. */
  code_expires_at: string | null
  /** The data of the final screen, while it is shown. */
  confirmation_text: string | null
  /** The support draft; null before it is started and after it was sent or cancelled. */
  draft: SupportDraft | null
  /** The server's errors about the draft. */
  serverErrors: readonly FieldError[]
  submitted: Submitted | null
}

export const emptyMemory: RecoveryMemory = {
  configuration: null,
  code_expires_at: null,
  confirmation_text: null,
  draft: null,
  serverErrors: [],
  submitted: null,
}

/** Additional props of every recovery step. */
export type RecoveryStepProps = StepProps & {
  memory: RecoveryMemory
  onMemoryChange: (change: (before: RecoveryMemory) => RecoveryMemory) => void
}

/** Session storage key of the recovery that a reload resumes. */
export const savedRecoveryKey = 'clube_recovery'

export function removeSavedRecovery(): void {
  attempt(() => sessionStorage.removeItem(savedRecoveryKey))
}

/** Whether this tab has a recovery to resume; reading it requires a module that is loaded later. */
export const hasSavedRecovery = (): boolean =>
  (attempt(() => sessionStorage.getItem(savedRecoveryKey)) ?? null) !== null
