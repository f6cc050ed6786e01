import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { fullNameCharacters, fullNameMaxLength, parseFullName } from '@clube/contract/brazil/full-name.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inviteStaffCall } from '@clube/contract/staff/management-calls.ts'
import { rolesRequiredMessage } from '@clube/contract/staff/member.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'
import { RoleChoice } from './role-choice.tsx'
import css from './team.module.css'

type InviteDialogProps = {
  open: boolean
  onClose: () => void
  onInvited: () => Promise<unknown>
}

/** Asks for a new member. */
export function InviteDialog({ open, ...props }: InviteDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Convidar para a equipe" wide>
      <FirstFocus>
        <InviteForm {...props} />
      </FirstFocus>
    </Dialog>
  )
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'open'>) {
  const send = useSend()
  const form = useForm<{ name: string; email: string; roles: readonly Role[] }>({
    initial: { name: '', email: '', roles: [] },
    rules: {
      name: parsedRule(parseFullName),
      email: parsedRule(parseEmail),
      roles: (roles) => (roles.length === 0 ? rolesRequiredMessage : undefined),
    },
    onSubmit: async ({ name, email, roles }): Promise<void> => {
      const body = { name, email, roles: [...roles] }
      const sent = await trackPending(send(inviteStaffCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      showToast({ message: sent.message ?? 'Convite enviado.', type: 'success' })
      onClose()
      await onInvited()
    },
  })
  const { value, onChange, error } = form.field('roles')
  return (
    <form {...form.props}>
      <TextField
        label="Nome completo"
        autoComplete="off"
        autoCapitalize="words"
        clean={fullNameCharacters}
        maxLength={fullNameMaxLength}
        {...form.field('name')}
      />
      <TextField
        label="E-mail"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        clean={emailCharacters}
        maxLength={emailMaxLength}
        {...form.field('email')}
      />
      <RoleChoice value={value} onChange={onChange} error={error} />
      <p className={css.note}>
        A pessoa recebe por e-mail um endereço que vale um dia e uma única vez, e define a própria senha.
      </p>
      <Button type="submit" compact pending={form.pending}>
        Enviar convite
      </Button>
    </form>
  )
}
