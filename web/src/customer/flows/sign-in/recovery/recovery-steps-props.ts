import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import type { StepProps } from '../step-props.ts'
import type { RecoveryMemory } from './recovery-memory.ts'

/** Additional props of every recovery step. */
export type RecoveryStepProps = StepProps & {
  memory: RecoveryMemory
  onRemember: (change: (before: RecoveryMemory) => RecoveryMemory) => void
}

export type RecoveryStepsProps = RecoveryStepProps & {
  state: Exclude<SignInState, { at: 'checkAccountState' | 'signIn' | 'verifyIdentity' }>
}
