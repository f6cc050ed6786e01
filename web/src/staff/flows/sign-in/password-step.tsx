import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { parseGivenPassword } from '@clube/contract/brazil/password.ts'
import { staffSignInCall, type StaffNextStep } from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { StepProps } from './step-props.ts'

/** First step: e-mail and password. */
export function PasswordStep({ onNext, onFailure }: StepProps & { onNext: (next: StaffNextStep) => void }) {
  const send = useSend()
  const form = useForm({
    initial: { email: '', password: '' },
    rules: { email: parsedRule(parseEmail), password: parsedRule(parseGivenPassword) },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(staffSignInCall, { body }))
      if (sent.ok) onNext(sent.data.next)
      else onFailure(sent.failure, form)
    },
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
        <Button type="submit" pending={form.pending}>
          Continuar
        </Button>
      </StepActions>
    </form>
  )
}
