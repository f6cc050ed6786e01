import { useEffect, useState } from 'react'
import { passwordConfirmationRefusal } from '@clube/contract/brazil/password.ts'
import { parseStaffPassword, staffPasswordMinLength } from '@clube/contract/staff/member.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  type StaffNextStep,
} from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { explain } from '../../../platform/api/explain.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { StepProps } from './step-props.ts'

type Invitation =
  | { at: 'asking' }
  | { at: 'good'; name: string; email: string }
  | { at: 'bad'; words: string }

type InvitationStepProps = StepProps & { token: string; onNext: (next: StaffNextStep) => void }

/** Sets the password of an invited member; the second factor comes next. */
export function InvitationStep({ token, onNext, onFailure, onRestart }: InvitationStepProps) {
  const send = useSend()
  const [invitation, setInvitation] = useState<Invitation>(() =>
    token === ''
      ? { at: 'bad', words: 'O endereço do convite está incompleto. Copie-o de novo.' }
      : { at: 'asking' },
  )
  useEffect(() => {
    if (token === '') return
    const stop = new AbortController()
    void send(readInvitationCall, { body: { token }, signal: stop.signal }).then((sent) => {
      if (sent.ok) return setInvitation({ at: 'good', ...sent.data })
      const { toast } = explain(sent.failure, { place: 'endpoint' })
      if (toast) setInvitation({ at: 'bad', words: toast.message })
    })
    return () => stop.abort()
  }, [token, send])
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    rules: {
      password: parsedRule(parseStaffPassword),
      password_confirmation: (password_confirmation, { password }) =>
        passwordConfirmationRefusal({ password, password_confirmation, required: true }),
    },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(acceptInvitationCall, { body: { token, ...body } }))
      if (sent.ok) onNext(sent.data.next)
      else onFailure(sent.failure, form)
    },
  })

  if (invitation.at === 'asking') return <Skeleton shape="field" count={2} />
  if (invitation.at === 'bad')
    return (
      <EmptyState
        drawing="search"
        action={
          <Button compact look="outline" onClick={onRestart}>
            Ir para a entrada
          </Button>
        }
      >
        {invitation.words}
      </EmptyState>
    )
  return (
    <form {...form.props}>
      <p>
        {invitation.name}, escolha a senha da conta <strong>{invitation.email}</strong>.
      </p>
      <input
        className="spoken"
        type="text"
        name="username"
        autoComplete="username"
        value={invitation.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
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
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Continuar
        </Button>
      </StepActions>
    </form>
  )
}
