import { parseRecoveryCode } from '@clube/contract/staff/second-factor.ts'
import { staffUseRecoveryCodeCall, type StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { StepProps } from './step-props.ts'

type RecoveryCodeStepProps = StepProps & { onEnter: (identity: StaffIdentity) => void; onOther: () => void }

/** Second step without the phone. */
export function RecoveryCodeStep({ onEnter, onOther, onFailure }: RecoveryCodeStepProps) {
  const send = useSend()
  const form = useForm({
    initial: { recovery_code: '' },
    rules: { recovery_code: parsedRule(parseRecoveryCode) },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(staffUseRecoveryCodeCall, { body }))
      if (sent.ok) onEnter(sent.data)
      else onFailure(sent.failure, form)
    },
  })
  return (
    <form {...form.props}>
      <TextField
        label="Código de recuperação"
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus
        maxLength={40}
        helper="16 letras e números, em grupos de quatro."
        {...form.field('recovery_code')}
      />
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Entrar
        </Button>
        <Button look="quiet" onClick={onOther}>
          Voltar para o código do aplicativo
        </Button>
      </StepActions>
    </form>
  )
}
