import { useEffect, useState } from 'react'
import { passwordConfirmationError } from '@clube/contract/brazil/password.ts'
import { parseStaffPassword, staffPasswordMinLength } from '@clube/contract/staff/member.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  type StaffNextStep,
} from '@clube/contract/staff/sign-in-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { Username } from '../../../parts/username.tsx'
import { explain } from '../../../platform/api/explain.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { OutlineButton } from '../../parts/buttons.tsx'
import { StepForm, type StepProps } from './sign-in-steps.tsx'

type Invitation =
  | { kind: 'loading' }
  | { kind: 'valid'; name: string; email: string }
  | { kind: 'invalid'; message: string }
  /** There was no response: the invitation may still be valid. */
  | { kind: 'unreachable'; message: string }

type InvitationStepProps = StepProps & { token: string; onNext: (next: StaffNextStep) => void }

/** Sets the password of an invited member; the second factor comes next. */
export function InvitationStep({ token, onNext, onFailure, onRestart }: InvitationStepProps) {
  const send = useSend()
  const [invitation, setInvitation] = useState<Invitation>(() =>
    token === ''
      ? { kind: 'invalid', message: 'O endereço do convite está incompleto. Copie-o de novo.' }
      : { kind: 'loading' },
  )
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (token === '') return
    const controller = new AbortController()
    void send(readInvitationCall, { body: { token }, signal: controller.signal }).then((sent) => {
      if (sent.ok) return setInvitation({ kind: 'valid', ...sent.data })
      const { toast } = explain(sent.failure, { place: 'endpoint' })
      const kind = isResponse(sent.failure) ? 'invalid' : 'unreachable'
      if (toast) setInvitation({ kind, message: toast.message })
    })
    return () => controller.abort()
  }, [token, send, attempt])
  const form = useActionForm({
    initial: { password: '', password_confirmation: '' },
    rules: {
      password: parsedRule(parseStaffPassword),
      password_confirmation: (password_confirmation, { password }) =>
        passwordConfirmationError({ password, password_confirmation, required: true }),
    },
    request: (send, body) => send(acceptInvitationCall, { body: { token, ...body } }),
    onSuccess: ({ next }) => onNext(next),
    onFailure: (failure) => onFailure(failure),
  })

  if (invitation.kind === 'loading') return <Skeleton shape="field" count={2} />
  if (invitation.kind === 'unreachable') {
    const retry = () => {
      setInvitation({ kind: 'loading' })
      setAttempt(attempt + 1)
    }
    return (
      <EmptyState
        illustration="offline"
        action={<OutlineButton onClick={retry}>Tentar novamente</OutlineButton>}
      >
        {invitation.message}
      </EmptyState>
    )
  }
  if (invitation.kind === 'invalid')
    return (
      <EmptyState
        illustration="search"
        action={<OutlineButton onClick={onRestart}>Ir para a entrada</OutlineButton>}
      >
        {invitation.message}
      </EmptyState>
    )
  return (
    <StepForm form={form} submit="Continuar">
      <p>
        {invitation.name}, escolha a senha da conta <strong>{invitation.email}</strong>.
      </p>
      <Username value={invitation.email} />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        autoFocus
        helper={`Pelo menos ${staffPasswordMinLength} caracteres. Uma frase é mais fácil de lembrar.`}
        {...form.field('password')}
      />
      <PasswordField
        label="Confirme a senha"
        autoComplete="new-password"
        {...form.field('password_confirmation')}
      />
    </StepForm>
  )
}
