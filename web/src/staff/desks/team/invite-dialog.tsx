import { emailCharacters, emailMaxLength, parseEmail } from '@clube/contract/brazil/email.ts'
import { fullNameCharacters, fullNameMaxLength, parseFullName } from '@clube/contract/brazil/full-name.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inviteStaffCall } from '@clube/contract/staff/management-calls.ts'
import { rolesRequiredMessage } from '@clube/contract/staff/member.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useAction } from '../../../parts/use-action.ts'
import { RoleChoice } from './role-choice.tsx'

type InviteDialogProps = {
  open: boolean
  onClose: () => void
}

/** Invites a new member. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Convidar para a equipe" wide fieldFirst>
      <InviteForm onInvited={onClose} />
    </Dialog>
  )
}

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { run } = useAction()
  const form = useForm<{ name: string; email: string; roles: readonly Role[] }>({
    initial: { name: '', email: '', roles: [] },
    rules: {
      name: parsedRule(parseFullName),
      email: parsedRule(parseEmail),
      roles: (roles) => (roles.length === 0 ? rolesRequiredMessage : undefined),
    },
    onSubmit: async ({ name, email, roles }): Promise<void> => {
      const body = { name, email, roles: [...roles] }
      await run((send) => send(inviteStaffCall, { body }), {
        success: ({ message }) => message ?? 'Convite enviado.',
        onSuccess: onInvited,
        refresh: [['team']],
        form,
      })
    },
  })
  const { value, onChange, error } = form.field('roles')
  return (
    <form {...form.props} className="stack">
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
      <p className="soft small">
        A pessoa recebe por e-mail um endereço que vale um dia e uma única vez, e define a própria senha.
      </p>
      <Button type="submit" compact pending={form.pending}>
        Enviar convite
      </Button>
    </form>
  )
}
