import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { confirmPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { PasswordField } from '../../kit/field/password-field.tsx'
import { Stack } from '../../kit/page/screen.tsx'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { transferClubData } from '../../parts/club-data/club-data.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { useActionForm } from '../../parts/use-action-form.ts'
import { useApp } from '../../platform/app/app-context.tsx'
import { signInPathFor } from '../../platform/navigation/paths.ts'
import { usePasswordRequest } from '../../platform/session/password-request.ts'
import { setSession } from '../../platform/session/session-store.ts'

type Confirm = (confirmed: boolean) => void

/** Asks for the password in a dialog over the current page, which stays as it is. */
export function PasswordDialog() {
  const confirm = usePasswordRequest()
  return (
    <Dialog open={confirm !== null} onClose={() => confirm?.(false)} title="Confirme sua senha" fieldFirst>
      {confirm && <PasswordForm confirm={confirm} />}
    </Dialog>
  )
}

function PasswordForm({ confirm }: { confirm: Confirm }) {
  const { captcha } = useApp()
  const [path] = useLocation()
  const form = useActionForm({
    initial: { password: '' },
    rules: { password: (password) => (password === '' ? requiredTextMessage : undefined) },
    request: (send, body) => send(confirmPasswordCall, { body }),
    success: ({ message }) => (message === null ? null : { message }),
    onSuccess: ({ customer_name, account_id }) => {
      const session = { kind: 'signedIn', level: 'customer', customer_name, account_id } as const
      transferClubData(session)
      setSession(session)
      confirm(true)
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
        <LinkButton href={signInPathFor(path)} variant="quiet" onClick={() => confirm(false)}>
          Esqueci minha senha
        </LinkButton>
      </Stack>
    </form>
  )
}
