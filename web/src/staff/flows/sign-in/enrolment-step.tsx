import { useEffect, useState } from 'react'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  staffConfirmEnrolmentCall,
  staffEnrolmentCall,
  type StaffIdentity,
} from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { SubmitButton } from '../../parts/buttons.tsx'
import { AuthenticatorField, codeRule } from '../../parts/second-factor.tsx'
import type { StepProps } from './sign-in-steps.tsx'
import css from './sign-in.module.css'

type EnrolmentStepProps = StepProps & {
  onEnrolled: (identity: StaffIdentity, recovery_codes: readonly string[]) => void
}

/** Shows the secret for the authenticator app, and confirms it with the first code. */
export function EnrolmentStep({ onEnrolled, onFailure, onRestart }: EnrolmentStepProps) {
  const send = useSend()
  const [enrolment, setEnrolment] = useState<DataOf<typeof staffEnrolmentCall> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void send(staffEnrolmentCall, { signal: controller.signal }).then((sent) => {
      if (sent.ok) setEnrolment(sent.data)
      else if (!onFailure(sent.failure)) showFailure(sent.failure, { place: 'endpoint' })
    })
    return () => controller.abort()
    // Loaded once: the secret belongs to this sign-in, not to a render.
  }, [])
  const form = useActionForm({
    initial: { code: '' },
    rules: { code: codeRule },
    request: (sending, body) => sending(staffConfirmEnrolmentCall, { body }),
    onSuccess: ({ identity, recovery_codes }) => onEnrolled(identity, recovery_codes),
    onFailure: (failure): boolean => {
      form.setValue('code', '')
      return onFailure(failure)
    },
  })
  return (
    <form {...form.props}>
      <figure className={`soft small ${css.enrolment}`}>
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
      <AuthenticatorField onComplete={form.submit} {...form.field('code')} />
      <StepActions>
        <SubmitButton form={form} compact={false}>
          Confirmar
        </SubmitButton>
        <Button variant="quiet" onClick={onRestart}>
          Usar outra conta
        </Button>
      </StepActions>
    </form>
  )
}
