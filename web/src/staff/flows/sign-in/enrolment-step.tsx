import { useEffect, useState } from 'react'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { secondFactorDigits } from '@clube/contract/staff/second-factor.ts'
import {
  staffConfirmEnrolmentCall,
  staffEnrolmentCall,
  type StaffIdentity,
} from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { CodeField } from '../../../kit/field/code-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { codeRule } from '../../parts/code-rule.ts'
import type { StepProps } from './step-props.ts'
import css from './sign-in.module.css'

type Enrolment = DataOf<typeof staffEnrolmentCall>

type EnrolmentStepProps = StepProps & {
  onEnrolled: (identity: StaffIdentity, recovery_codes: readonly string[]) => void
}

/** Shows the secret for the authenticator app, and confirms it with the first code. */
export function EnrolmentStep({ onEnrolled, onFailure, onRestart }: EnrolmentStepProps) {
  const send = useSend()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    void send(staffEnrolmentCall, { signal: stop.signal }).then((sent) => {
      if (sent.ok) setEnrolment(sent.data)
      else onFailure(sent.failure)
    })
    return () => stop.abort()
    // Loaded once: the secret belongs to this sign-in, not to a render.
  }, [])
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule },
    onSubmit: async (body): Promise<void> => {
      const sent = await trackPending(send(staffConfirmEnrolmentCall, { body }))
      if (sent.ok) return onEnrolled(sent.data.identity, sent.data.recovery_codes)
      form.setValue('code', '')
      onFailure(sent.failure, form)
    },
  })
  return (
    <form {...form.props}>
      <figure className={css.enrolment}>
        {enrolment ? (
          <img
            className={css.qr}
            src={`data:image/svg+xml;base64,${btoa(enrolment.qr_svg)}`}
            alt="QR code para o aplicativo autenticador"
            width={200}
            height={200}
          />
        ) : (
          <Skeleton shape="picture" />
        )}
        <figcaption>
          <p>Sem câmera? Digite esta chave no aplicativo:</p>
          <p className={css.secret}>{enrolment?.secret}</p>
        </figcaption>
      </figure>
      <CodeField
        label="Código do aplicativo"
        length={secondFactorDigits}
        onComplete={form.submit}
        {...form.field('code')}
      />
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Confirmar
        </Button>
        <Button look="quiet" onClick={onRestart}>
          Usar outra conta
        </Button>
      </StepActions>
    </form>
  )
}
