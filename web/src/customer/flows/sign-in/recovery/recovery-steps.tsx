import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { Button } from '../../../../kit/button/button.tsx'
import { Illustration } from '../../../../kit/feedback/empty-state.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { SupportSteps, ResetCodeStep } from './reset-code-step.tsx'
import { ForgotPasswordStep } from './forgot-password-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import type { RecoveryStepProps } from './recovery-data.ts'
import css from './recovery.module.css'
import { ResetOptionStep } from './reset-option-step.tsx'
import { useSavedRecovery } from './saved-recovery.ts'
import { isSmsCooldown, warnOfSmsCooldown } from './sms-cooldown.ts'

type RecoveryStepsProps = RecoveryStepProps & {
  state: Exclude<SignInState, { at: 'checkAccountState' | 'signIn' | 'verifyIdentity' }>
}

/** Password recovery (spec §2, §4): by a code, by staff review, or at the desk. */
export function RecoverySteps({ state, ...rest }: RecoveryStepsProps) {
  const { form, recoveryData, onRecoveryDataChange, onFailure } = rest
  useSavedRecovery(state, form, recoveryData)
  const props: typeof rest = {
    ...rest,
    onFailure: (failure, form) => (isSmsCooldown(failure) ? warnOfSmsCooldown() : onFailure(failure, form)),
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
      return recoveryData.confirmation_text === null ? (
        <NewPasswordStep {...props} recovery_token={state.recovery_token} />
      ) : (
        <PasswordChanged
          text={recoveryData.confirmation_text}
          onContinue={() => onRecoveryDataChange((before) => ({ ...before, confirmation_text: null }))}
        />
      )
    default:
      return state satisfies never
  }
}

type PasswordChangedProps = { text: string; onContinue: () => void }

/** Final screen (spec §2): a success icon and the club's confirmation text. */
const PasswordChanged = ({ text, onContinue }: PasswordChangedProps) => (
  <div className={css.page}>
    <Illustration name="success" />
    <p role="status">{text}</p>
    <StepActions>
      <Button onClick={onContinue}>Entrar no clube</Button>
    </StepActions>
  </div>
)
