import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { confirmPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { PasswordField } from '../../kit/field/password-field.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { Stack } from '../../kit/page/screen.tsx'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'
import { keepClubDataFor } from '../../parts/club-data/club-data.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useApp } from '../../platform/app/app-context.tsx'
import { signInPathFor } from '../../platform/navigation/paths.ts'
import { usePasswordRequest } from '../../platform/session/password-request.ts'
import { setSession } from '../../platform/session/session-store.ts'

type Answer = (confirmed: boolean) => void

/** Asks for the password in a dialog over the current page, which stays as it is. */
export function PasswordDialog() {
  const answer = usePasswordRequest()
  return (
    <Dialog open={answer !== null} onClose={() => answer?.(false)} title="Confirme sua senha" fieldFirst>
      {answer && <PasswordForm answer={answer} />}
    </Dialog>
  )
}

function PasswordForm({ answer }: { answer: Answer }) {
  const { send, captcha } = useApp()
  const [path] = useLocation()
  const form = useForm({
    initial: { password: '' },
    rules: { password: (password) => (password === '' ? requiredTextMessage : undefined) },
    onSubmit: async ({ password }): Promise<void> => {
      const sent = await trackPending(send(confirmPasswordCall, { body: { password } }))
      if (!sent.ok) {
        showFailure(sent.failure, { form })
        return
      }
      const { customer_name } = sent.data
      const session = { at: 'signedIn', level: 'customer', customer_name } as const
      keepClubDataFor(session)
      setSession(session)
      if (sent.message) showToast({ message: sent.message })
      answer(true)
    },
  })
  return (
    <form {...form.props} onFocus={() => captcha.warmUp()}>
      <Stack>
        <p>Você entrou só com o documento. Para continuar, digite a sua senha.</p>
        <PasswordField label="Senha" autoComplete="current-password" {...form.field('password')} />
        <Button type="submit" pending={form.pending}>
          Confirmar
        </Button>
        <LinkButton href={signInPathFor(path)} variant="quiet" onClick={() => answer(false)}>
          Esqueci minha senha
        </LinkButton>
      </Stack>
    </form>
  )
}
