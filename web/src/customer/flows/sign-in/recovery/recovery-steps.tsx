import { SupportSteps } from '../support/lazy-support.ts'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordChanged } from './password-changed.tsx'
import type { RecoveryStepsProps } from './recovery-steps-props.ts'
import { ResetCodeStep } from './reset-code-step.tsx'
import { ResetOptionStep } from './reset-option-step.tsx'
import { isSmsLock, warnOfSmsLock } from './sms-lock.ts'

/** Password recovery (spec §2, §4): by a code, by staff review, or at the desk. */
export function RecoverySteps({ state, ...rest }: RecoveryStepsProps) {
  const { memory, onRemember, onFailure } = rest
  const props: typeof rest = {
    ...rest,
    onFailure: (failure, form) => (isSmsLock(failure) ? warnOfSmsLock() : onFailure(failure, form)),
  }
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
