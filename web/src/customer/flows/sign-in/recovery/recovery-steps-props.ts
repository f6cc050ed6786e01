import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import type { StepProps } from '../step-props.ts'

export type RecoveryStepsProps = StepProps & {
  state: Exclude<SignInState, { at: 'checkAccountState' | 'signIn' | 'verifyIdentity' }>
  /** Whether the password was changed: the page shows what follows before it lets the person in. */
  onChanged: (changed: boolean) => void
}
