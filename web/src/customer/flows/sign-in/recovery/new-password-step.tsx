import { formatDocument } from '@clube/contract/brazil/document.ts'
import {
  parsePassword,
  passwordConfirmationError,
  passwordMaxLength,
  passwordMinLength,
  resetPasswordMismatchMessage,
} from '@clube/contract/brazil/password.ts'
import { resetPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { PasswordField } from '../../../../kit/field/password-field.tsx'
import { useForm } from '../../../../kit/form/use-form.ts'
import { trackPending } from '../../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../../kit/toast/toast-store.ts'
import { formatHour } from '../../../../parts/club-time.ts'
import { parsedRule } from '../../../../parts/parsed-rule.ts'
import { useCountdown } from '../../../../parts/voucher/countdown.tsx'
import { useApp } from '../../../../platform/app/app-context.tsx'
import { offerToBrowser } from '../../../../platform/credentials/browser-credentials.ts'
import { acceptSignIn } from '../../../../platform/session/accept-sign-in.ts'
import { FormActions } from '../form-actions.tsx'
import { Username } from '../../../../parts/username.tsx'
import { Lead } from './lead.tsx'
import type { RecoveryStepProps } from './recovery-data.ts'

type NewPasswordStepProps = RecoveryStepProps & { recovery_token: string }

/** The new password, twice (spec §2, §5); success signs in (spec §4). */
export function NewPasswordStep(props: NewPasswordStepProps) {
  const { flow, form: person, recovery_token, recoveryData, onFailure, onRecoveryDataChange } = props
  const { club, send } = useApp()
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    rules: {
      password: parsedRule(parsePassword),
      password_confirmation: (password_confirmation, { password }) =>
        passwordConfirmationError({
          password,
          password_confirmation,
          required: true,
          mismatchMessage: resetPasswordMismatchMessage,
        }),
    },
    onSubmit: async (values): Promise<void> => {
      const body = { ...values, recovery_token, terms_id: club.terms_id }
      const sent = await trackPending(send(resetPasswordCall, { body }))
      if (!sent.ok) return onFailure(sent.failure, form)
      if (person.remember_me === 'yes') {
        void offerToBrowser({ id: person.document_id, password: values.password })
      }
      const { confirmation_text, ...signedIn } = sent.data
      // Show the final screen before the session starts, because sign-in leaves this page.
      onRecoveryDataChange((before) => ({ ...before, confirmation_text }))
      await acceptSignIn(person.document_id, signedIn)
      if (sent.message) showToast({ message: sent.message })
    },
  })
  return (
    <form {...form.props}>
      <Lead>
        Escolha uma senha que você ainda não usa em outro lugar. {useDeadline(recoveryData.token_expires_at)}
      </Lead>
      <Username value={formatDocument(person)} />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        helper={`No mínimo ${passwordMinLength} caracteres.`}
        autoFocus
        {...form.field('password')}
      />
      <PasswordField
        label="Confirme a nova senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        {...form.field('password_confirmation')}
      />
      <FormActions submit="Salvar nova senha" pending={form.pending} onLeave={flow.reset} />
    </form>
  )
}

/** The deadline for setting the password; the text changes only once, when it has passed. */
function useDeadline(expires_at: string | null): string {
  const { hasExpired } = useCountdown(Date.parse(expires_at ?? ''), 'o prazo')
  if (expires_at === null) return ''
  return hasExpired
    ? resetPasswordCall.refusals['recovery.token-expired'].message
    : `Você tem até ${formatHour(expires_at)}.`
}
