import { SupportSteps } from '../support/lazy-support.ts'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordChanged } from './password-changed.tsx'
import type { RecoveryStepsProps } from './recovery-steps-props.ts'
import { ResetCodeStep } from './reset-code-step.tsx'
import { ResetOptionStep } from './reset-option-step.tsx'

/** The way back to a lost password (spec §2, §4): by a code, by the team, or at the desk. */
export function RecoverySteps({ state, ...props }: RecoveryStepsProps) {
  const { memory, onRemember } = props
  switch (state.at) {
    case 'forgotPassword':
      return <ForgotPasswordStep {...props} />
    case 'resetCodeEmail':
    case 'resetCodeSms':
      return <ResetCodeStep {...props} at={state.at} />
    case 'resetPasswordOption':
      return <ResetOptionStep {...props} />
    case 'support':
      return <SupportSteps {...props} step={state.step} />
    case 'resetPassword':
      return memory.confirmation_text === null ? (
        <NewPasswordStep {...props} recovery_token={state.recovery_token} />
      ) : (
        <PasswordChanged
          text={memory.confirmation_text}
          onContinue={() => onRemember((before) => ({ ...before, confirmation_text: null }))}
        />
      )
    default:
      return state satisfies never
  }
}
