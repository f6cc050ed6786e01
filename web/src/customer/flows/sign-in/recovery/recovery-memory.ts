import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import type { SupportDraft } from '../support/support-draft.ts'

/** What the server answered to a submission: what to quote, and until when (ISO instant) the team answers. */
export type Submitted = { protocol: string; answer_by: string }

/**
 * What the recovery knows beyond its state, for as long as the page lives: its steps come and go. Never stored: it holds
 * photos.
 */
export type RecoveryMemory = {
  configuration: RecoveryConfiguration | null
  /** What the final screen says, while it is shown. */
  confirmation_text: string | null
  /** Null while nobody fills anything in, and once it was sent or given up. */
  draft: SupportDraft | null
  /** What the server found wrong with the draft. */
  refused: readonly FieldError[]
  submitted: Submitted | null
}

export const emptyMemory: RecoveryMemory = {
  configuration: null,
  confirmation_text: null,
  draft: null,
  refused: [],
  submitted: null,
}
