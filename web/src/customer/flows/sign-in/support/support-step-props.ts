import type { SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RecoveryStepProps } from '../recovery/recovery-steps-props.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from './support-draft.ts'

export type SupportStepsProps = RecoveryStepProps & { step: SupportStep }

/** What each step of the sub-flow gets. */
export type SupportStepProps = StepProps & {
  draft: SupportDraft
  /** Takes over what was typed or photographed, right or not: going back and forth loses nothing. */
  onKeep: (part: Partial<SupportDraft>) => void
  /** What the server found wrong with the draft. */
  refused: readonly FieldError[]
}
