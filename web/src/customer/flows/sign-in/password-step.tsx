import { formatDocument } from '@clube/contract/brazil/document.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useEffect } from 'react'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useApp } from '../../../platform/app/app-context.tsx'
import { offerToBrowser } from '../../../platform/credentials/browser-credentials.ts'
import { acceptSignIn } from '../../../platform/session/accept-sign-in.ts'
import { FormActions } from './form-actions.tsx'
import { RecoverySteps } from './recovery/lazy-recovery.ts'
import type { StepProps } from './step-props.ts'
import css from './sign-in.module.css'
import { Username } from '../../../parts/username.tsx'

/** Password sign-in (spec §2, title Bem vindo de volta!). */
export function PasswordStep({ flow, form: signIn, onFailure }: StepProps) {
  const { club, send } = useApp()
  useEffect(() => void RecoverySteps.preload().catch(() => {}), [])
  const form = useForm({
    initial: { password: '' },
    rules: { password: (password) => (password === '' ? requiredTextMessage : undefined) },
    onSubmit: async ({ password }): Promise<void> => {
      const body = { ...signIn, terms_id: club.terms_id, password }
      const sent = await trackPending(send(signInWithPasswordCall, { body }))
      if (!sent.ok) return onFailure(sent.failure, form)
      if (signIn.remember_me === 'yes') void offerToBrowser({ id: signIn.document_id, password })
      await acceptSignIn(signIn.document_id, sent.data)
      if (sent.message) showToast({ message: sent.message })
    },
  })

  return (
    <form {...form.props}>
      <Username value={formatDocument(signIn)} />
      <PasswordField label="Senha" autoComplete="current-password" autoFocus {...form.field('password')} />
      <button type="button" className={css.link} onClick={() => flow.dispatch({ type: 'FORGOT_PASSWORD' })}>
        Esqueci minha senha
      </button>
      <FormActions submit="Entrar" pending={form.pending} leave="Usar outro documento" onLeave={flow.reset} />
    </form>
  )
}
