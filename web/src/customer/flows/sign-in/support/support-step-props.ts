import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { StepProps } from '../step-props.ts'
import type { SupportDraft } from './support-draft.ts'

/** Props of each step of the sub-flow. */
export type SupportStepProps = StepProps & {
  draft: SupportDraft
  /** Stores what was typed or photographed, valid or not: going back and forth loses nothing. */
  onKeep: (part: Partial<SupportDraft>) => void
  /** The server's errors about the draft. */
  refused: readonly FieldError[]
}
