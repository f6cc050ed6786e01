import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { parseGivenPassword } from '@clube/contract/brazil/password.ts'
import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { parseRecoveryCode } from '@clube/contract/staff/second-factor.ts'
import {
  staffConfirmCodeCall,
  staffSignInCall,
  staffUseRecoveryCodeCall,
  type acceptInvitationCall,
  type staffEnrolmentCall,
  type StaffIdentity,
  type StaffNextStep,
} from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { AuthenticatorField, codeRule } from '../../parts/second-factor.tsx'

/** Refusal codes of all sign-in steps. */
export type StaffSignInCode =
  | RefusalCodeOf<typeof staffSignInCall>
  | RefusalCodeOf<typeof staffConfirmCodeCall>
  | RefusalCodeOf<typeof staffUseRecoveryCodeCall>
  | RefusalCodeOf<typeof staffEnrolmentCall>
  | RefusalCodeOf<typeof acceptInvitationCall>

export type StepProps = {
  /** Returns true if the failure restarted the sign-in; every other failure is shown at its step. */
  onFailure: (failure: Failure<StaffSignInCode>) => boolean
  /** Returns to e-mail and password. */
  onRestart: () => void
}

/** First step: e-mail and password. */
export function PasswordStep({ onNext, onFailure }: StepProps & { onNext: (next: StaffNextStep) => void }) {
  const form = useActionForm({
    initial: { email: '', password: '' },
    rules: { email: parsedRule(parseEmail), password: parsedRule(parseGivenPassword) },
    request: (send, body) => send(staffSignInCall, { body }),
    onSuccess: ({ next }) => onNext(next),
    onFailure: (failure) => onFailure(failure),
  })
  return (
    <form {...form.props}>
      <TextField
        label="E-mail"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        clean={emailCharacters}
        maxLength={emailMaxLength}
        {...form.field('email')}
      />
      <PasswordField label="Senha" autoComplete="current-password" {...form.field('password')} />
      <StepActions>
        <SubmitButton form={form} compact={false}>
          Continuar
        </SubmitButton>
      </StepActions>
    </form>
  )
}

type SecondFactorProps = StepProps & {
  onSignedIn: (identity: StaffIdentity) => void
  /** Switches to the other second factor: app or recovery code. */
  onSwitch: () => void
}

/** Second step: the code of the authenticator app; its last digit submits it. */
export function CodeStep({ onSignedIn, onSwitch, onFailure, onRestart }: SecondFactorProps) {
  const form = useActionForm({
    initial: { code: '' },
    rules: { code: codeRule },
    request: (send, body) => send(staffConfirmCodeCall, { body }),
    onSuccess: onSignedIn,
    onFailure: (failure): boolean => {
      form.setValue('code', '')
      return onFailure(failure)
    },
  })
  return (
    <form {...form.props}>
      <AuthenticatorField autoFocus onComplete={form.submit} {...form.field('code')} />
      <StepActions>
        <SubmitButton form={form} compact={false}>
          Entrar
        </SubmitButton>
        <Button variant="quiet" onClick={onSwitch}>
          Estou sem o celular
        </Button>
        <Button variant="quiet" onClick={onRestart}>
          Usar outra conta
        </Button>
      </StepActions>
    </form>
  )
}

/** Second step without the phone. */
export function RecoveryCodeStep({ onSignedIn, onSwitch, onFailure }: SecondFactorProps) {
  const form = useActionForm({
    initial: { recovery_code: '' },
    rules: { recovery_code: parsedRule(parseRecoveryCode) },
    request: (send, body) => send(staffUseRecoveryCodeCall, { body }),
    onSuccess: onSignedIn,
    onFailure: (failure) => onFailure(failure),
  })
  return (
    <form {...form.props}>
      <TextField
        label="Código de recuperação"
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus
        maxLength={40}
        helper="16 letras e números, em grupos de quatro."
        {...form.field('recovery_code')}
      />
      <StepActions>
        <SubmitButton form={form} compact={false}>
          Entrar
        </SubmitButton>
        <Button variant="quiet" onClick={onSwitch}>
          Voltar para o código do aplicativo
        </Button>
      </StepActions>
    </form>
  )
}
