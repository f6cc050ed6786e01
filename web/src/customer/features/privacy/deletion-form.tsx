import { parseGivenPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDays } from '@clube/contract/privacy/deletion.ts'
import { Button } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useAction } from '../../../parts/use-action.ts'

type DeletionFormProps = { onRequested: (deletes_at: string) => void; onCancel: () => void }

/** Asks for the password again: a person who finds an open page must not be able to delete the account. */
export function DeletionForm({ onRequested, onCancel }: DeletionFormProps) {
  const { run } = useAction()
  const form = useForm({
    initial: { current_password: '' },
    rules: { current_password: parsedRule(parseGivenPassword) },
    onSubmit: async (body): Promise<void> => {
      await run((send) => send(requestDeletionCall, { body }), {
        form,
        onSuccess: ({ deletes_at }) => onRequested(deletes_at),
      })
    },
  })
  return (
    <form {...form.props} className="stack">
      <p>Sua conta fica suspensa agora e é apagada em {deletionDays} dias. Confirme com a sua senha.</p>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.field('current_password')}
      />
      <Button type="submit" variant="danger" pending={form.pending}>
        Pedir a exclusão
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Manter minha conta
      </Button>
    </form>
  )
}
