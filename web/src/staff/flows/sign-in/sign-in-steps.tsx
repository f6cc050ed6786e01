import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { parseEnteredPassword } from '@clube/contract/brazil/password.ts'
import type { DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { parseRecoveryCode } from '@clube/contract/staff/second-factor.ts'
import {
  staffConfirmCodeCall,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffSignInCall,
  staffUseRecoveryCodeCall,
  type acceptInvitationCall,
  type StaffIdentity,
  type StaffNextStep,
} from '@clube/contract/staff/sign-in-calls.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useApp, useSend } from '../../../platform/app/app-context.tsx'
import { AuthenticatorField, codeRule } from '../../parts/second-factor.tsx'
import css from './sign-in.module.css'

/** Refusal codes of all sign-in steps. */
export type StaffSignInCode =
  | RefusalCodeOf<typeof staffSignInCall>
  | RefusalCodeOf<typeof staffConfirmCodeCall>
  | RefusalCodeOf<typeof staffUseRecoveryCodeCall>
  | RefusalCodeOf<typeof staffEnrollmentCall>
  | RefusalCodeOf<typeof acceptInvitationCall>

export type StepProps = {
  /** Returns true if the failure restarted the sign-in; all other failures are shown at their step. */
  onFailure: (failure: Failure<StaffSignInCode>) => boolean
  /** Returns to e-mail and password. */
  onRestart: () => void
}

type StepFormProps = {
  form: Pick<Form<object>, 'props' | 'pending'>
  /** Label of the button that submits the step. */
  submit: string
  /** Labels and actions of further buttons. */
  others?: readonly (readonly [label: string, onClick: () => void])[]
  onFocus?: () => void
  children: ReactNode
}

/** The form of a step, ending with its buttons. */
export const StepForm = ({ form, submit, others = [], onFocus, children }: StepFormProps) => (
  <form {...form.props} onFocus={onFocus}>
    {children}
    <StepActions>
      <Button type="submit" pending={form.pending}>
        {submit}
      </Button>
      {others.map(([label, onClick]) => (
        <Button key={label} variant="quiet" onClick={onClick}>
          {label}
        </Button>
      ))}
    </StepActions>
  </form>
)

/** First step: e-mail and password. */
export function PasswordStep({ onNext, onFailure }: StepProps & { onNext: (next: StaffNextStep) => void }) {
  const form = useActionForm({
    initial: { email: '', password: '' },
    rules: { email: parsedRule(parseEmail), password: parsedRule(parseEnteredPassword) },
    request: (send, body) => send(staffSignInCall, { body }),
    onSuccess: ({ next }) => onNext(next),
    onFailure: (failure) => onFailure(failure),
  })
  const { captcha } = useApp()
  return (
    <StepForm form={form} submit="Continuar" onFocus={() => captcha.warmUp()}>
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
    </StepForm>
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
    <StepForm
      form={form}
      submit="Entrar"
      others={[
        ['Estou sem o celular', onSwitch],
        ['Usar outra conta', onRestart],
      ]}
    >
      <AuthenticatorField autoFocus onComplete={form.submit} {...form.field('code')} />
    </StepForm>
  )
}

/** The second step for members without their phone. */
export function RecoveryCodeStep({ onSignedIn, onSwitch, onFailure }: SecondFactorProps) {
  const form = useActionForm({
    initial: { recovery_code: '' },
    rules: { recovery_code: parsedRule(parseRecoveryCode) },
    request: (send, body) => send(staffUseRecoveryCodeCall, { body }),
    onSuccess: onSignedIn,
    onFailure: (failure) => onFailure(failure),
  })
  return (
    <StepForm form={form} submit="Entrar" others={[['Voltar para o código do aplicativo', onSwitch]]}>
      <TextField
        label="Código de recuperação"
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus
        maxLength={40}
        helper="16 letras e números, em grupos de quatro."
        {...form.field('recovery_code')}
      />
    </StepForm>
  )
}

type EnrollmentStepProps = StepProps & {
  onEnrolled: (identity: StaffIdentity, recovery_codes: readonly string[]) => void
}

/** Shows the secret for the authenticator app, and confirms it with the first code. */
export function EnrollmentStep({ onEnrolled, onFailure, onRestart }: EnrollmentStepProps) {
  const send = useSend()
  const [enrollment, setEnrollment] = useState<DataOf<typeof staffEnrollmentCall> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void send(staffEnrollmentCall, { signal: controller.signal }).then((sent) => {
      if (sent.ok) setEnrollment(sent.data)
      else if (!onFailure(sent.failure)) showFailure(sent.failure, { place: 'endpoint' })
    })
    return () => controller.abort()
    // Loaded once: the secret belongs to this sign-in, not to a render.
  }, [])
  const form = useActionForm({
    initial: { code: '' },
    rules: { code: codeRule },
    request: (send, body) => send(staffConfirmEnrollmentCall, { body }),
    onSuccess: ({ identity, recovery_codes }) => onEnrolled(identity, recovery_codes),
    onFailure: (failure): boolean => {
      form.setValue('code', '')
      return onFailure(failure)
    },
  })
  return (
    <StepForm form={form} submit="Confirmar" others={[['Usar outra conta', onRestart]]}>
      <figure className={`soft small ${css.enrollment}`}>
        {enrollment ? (
          <img
            className={css.qr}
            src={`data:image/svg+xml;base64,${btoa(enrollment.qr_svg)}`}
            alt="QR Code para o aplicativo autenticador"
            width={200}
            height={200}
          />
        ) : (
          <Skeleton shape="picture" />
        )}
        <figcaption>
          <p>Sem câmera? Digite esta chave no aplicativo:</p>
          <p className={css.secret}>{enrollment?.secret}</p>
        </figcaption>
      </figure>
      <AuthenticatorField onComplete={form.submit} {...form.field('code')} />
    </StepForm>
  )
}
