import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import { useState } from 'react'
import { SupportSteps } from '../support/lazy-support.ts'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordChanged } from './password-changed.tsx'
import type { RecoveryStepsProps } from './recovery-steps-props.ts'
import { ResetCodeStep } from './reset-code-step.tsx'
import { ResetOptionStep } from './reset-option-step.tsx'

/** The way back to a lost password (spec §2, §4): by a code, by the team, or at the desk. */
export function RecoverySteps({ state, onChanged, ...props }: RecoveryStepsProps) {
  const [configuration, setConfiguration] = useState<RecoveryConfiguration | null>(null)
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const handleChanged = (confirmation_text: string) => {
    setConfirmation(confirmation_text)
    onChanged(true)
  }
  switch (state.at) {
    case 'forgotPassword':
      return <ForgotPasswordStep {...props} />
    case 'resetCodeEmail':
    case 'resetCodeSms':
      return <ResetCodeStep key={state.at} {...props} at={state.at} onOptions={setConfiguration} />
    case 'resetPasswordOption':
      return <ResetOptionStep {...props} options={configuration?.available_options ?? []} />
    case 'support':
      return <SupportSteps {...props} step={state.step} />
    case 'resetPassword':
      return confirmation === null ? (
        <NewPasswordStep {...props} recovery_token={state.recovery_token} onChanged={handleChanged} />
      ) : (
        <PasswordChanged text={confirmation} onContinue={() => onChanged(false)} />
      )
    default:
      return state satisfies never
  }
}
