import { secondFactorDigits } from '@clube/contract/staff/second-factor.ts'
import { staffConfirmCodeCall, type StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { CodeField } from '../../../kit/field/code-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { codeRule } from '../../parts/code-rule.ts'
import type { StepProps } from './step-props.ts'

type CodeStepProps = StepProps & { onEnter: (identity: StaffIdentity) => void; onOther: () => void }

/** Second step: the code of the authenticator app; its last digit submits it. */
export function CodeStep({ onEnter, onOther, onFailure, onRestart }: CodeStepProps) {
  const send = useSend()
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(staffConfirmCodeCall, { body }))
      if (sent.ok) return onEnter(sent.data)
      form.setValue('code', '')
      onFailure(sent.failure, form)
    },
  })
  return (
    <form {...form.props}>
      <CodeField
        label="Código do aplicativo"
        length={secondFactorDigits}
        autoFocus
        onComplete={form.submit}
        {...form.field('code')}
      />
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Entrar
        </Button>
        <Button look="quiet" onClick={onOther}>
          Estou sem o celular
        </Button>
        <Button look="quiet" onClick={onRestart}>
          Usar outra conta
        </Button>
      </StepActions>
    </form>
  )
}
