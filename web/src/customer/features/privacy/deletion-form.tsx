import { parseGivenPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDays } from '@clube/contract/privacy/deletion.ts'
import { Button } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './privacy.module.css'

type DeletionFormProps = { onAsked: (deletes_at: string) => void; onKeep: () => void }

/** The password once more: whoever finds an open page must not end somebody's account. */
export function DeletionForm({ onAsked, onKeep }: DeletionFormProps) {
  const send = useSend()
  const form = useForm({
    initial: { current_password: '' },
    rules: { current_password: parsedRule(parseGivenPassword) },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(requestDeletionCall, { body }))
      if (!sent.ok) return showFailure(sent.failure, { form })
      onAsked(sent.data.deletes_at)
    },
  })
  return (
    <form {...form.props} className={css.farewell}>
      <p>Sua conta fica suspensa agora e é apagada em {deletionDays} dias. Confirme com a sua senha.</p>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.field('current_password')}
      />
      <Button type="submit" look="danger" pending={form.pending}>
        Pedir a exclusão
      </Button>
      <Button look="quiet" onClick={onKeep}>
        Manter minha conta
      </Button>
    </form>
  )
}
