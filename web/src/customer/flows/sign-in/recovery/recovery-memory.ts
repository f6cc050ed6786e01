import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from '../support/support-draft.ts'

/** The server's response to a submission: the protocol number and the deadline (ISO instant) of the team's response. */
export type Submitted = { protocol: string; answer_by: string }

/**
 * The recovery's data beyond its state, kept while the page is open because its steps unmount. Never stored: it holds
 * photos.
 */
export type RecoveryMemory = {
  configuration: RecoveryConfiguration | null
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
