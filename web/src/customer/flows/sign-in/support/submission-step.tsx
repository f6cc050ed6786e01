import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { supportSteps } from '@clube/contract/identity/sign-in-flow.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import { useState } from 'react'
import { Button } from '../../../../kit/button/button.tsx'
import { Notice } from '../../../../kit/feedback/notice.tsx'
import { Progress } from '../../../../kit/feedback/progress.tsx'
import { Checkbox } from '../../../../kit/field/checkbox.tsx'
import { useForm } from '../../../../kit/form/use-form.ts'
import { trackPending } from '../../../../kit/overlay/pending-count.ts'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { closeToast, showToast } from '../../../../kit/toast/toast-store.ts'
import { EmailText } from '../../../../parts/person-fields/email-text.tsx'
import type { Failure } from '../../../../platform/api/failure.ts'
import { useApp } from '../../../../platform/app/app-context.tsx'
import { Lead } from '../recovery/lead.tsx'
import type { Submitted } from '../recovery/recovery-data.ts'
import { sendSupport } from './send-support.ts'
import { stepOf } from './support-draft.ts'
import css from './support.module.css'
import type { SupportStepProps } from './use-support-form.ts'
import { photoNames, TakenPhoto } from './taken-photo.tsx'

export type SubmissionStepProps = SupportStepProps & {
  onServerErrors: (errors: readonly FieldError[]) => void
  onSubmitted: (submitted: Submitted) => void
}

/** Spec §5: the person must agree to be contacted; the message is shown under the field and in a warning toast. */
const acceptMessage = 'Você deve aceitar os termos de contato para continuar!'

/** Submission confirmation (spec §2): a summary, the consent to be contacted, and the submit button. */
export function SubmissionStep(props: SubmissionStepProps) {
  const { flow, form: person, draft, onDraftChange, onFailure, onServerErrors, onSubmitted } = props
  const app = useApp()
  const [fraction, setFraction] = useState<number | null>(null)
  const [isInterrupted, setInterrupted] = useState(false)

  /** Returns to the first step with a server error; the other errors are shown at their steps. */
  const goToFirstError = (errors: readonly FieldError[]): boolean => {
    const steps = errors.flatMap(({ path }) => stepOf(path) ?? [])
    const firstIndex = Math.min(...steps.map((step) => supportSteps.indexOf(step)))
    if (!Number.isFinite(firstIndex)) return false
    const photo = identityPhotos.find((path) => stepOf(path) === supportSteps[firstIndex])
    if (photo) {
      // A photo has no field to show an error under.
      const { [photo]: _, ...photos } = draft.photos
      onDraftChange({ photos })
      const message = errors.find(({ path }) => path === photo)?.message
      if (message !== undefined) showToast({ message, type: 'error' })
    }
    onServerErrors(errors)
    flow.goBack(supportSteps.indexOf('submissionConfirmation') - firstIndex)
    return true
  }

  const handleFailure = (failure: Failure) => {
    setInterrupted(failure.kind === 'network' || failure.kind === 'server')
    if ('errors' in failure && goToFirstError(failure.errors)) return
    onFailure(failure, form)
  }

  const form = useForm({
    initial: { accepts_contact: false },
    rules: { accepts_contact: (accepts) => (accepts ? undefined : acceptMessage) },
    onInvalid: () => showToast({ message: acceptMessage, type: 'warning' }),
    onSubmit: async (): Promise<void> => {
      // The errors of the previous attempt no longer apply.
      closeToast()
      setFraction(0)
      const sent = await trackPending(sendSupport(app, person, draft, setFraction))
      setFraction(null)
      if (!sent) return
      if (!sent.ok) return handleFailure(sent.failure)
      onSubmitted(sent.data)
      flow.dispatch({ type: 'SUBMISSION_CONFIRMED' })
    },
  })

  return (
    <form {...form.props}>
      <Lead>Se algo não estiver certo, volte e corrija. Até o envio, as fotos estão só nesta página.</Lead>
      {isInterrupted && fraction === null && (
        <div role="status" className={css.stopped}>
          <Notice tone="warn">
            O envio não terminou. Tente de novo sem sair desta página: as fotos estão só nela.
          </Notice>
        </div>
      )}
      <Summary {...props} />
      <div className={css.accept}>
        <Checkbox {...form.check('accepts_contact')}>
          Aceito receber contato via WhatsApp no celular atual
        </Checkbox>
      </div>
      <StepActions>
        {fraction !== null && (
          <div className={css.sending}>
            <Progress
              label="Envio"
              value={fraction}
              max={1}
              valueText={fraction < 1 ? 'Enviando suas fotos' : 'Quase lá'}
              detail={`${Math.round(fraction * 100)}%`}
            />
          </div>
        )}
        <Button type="submit" pending={form.pending}>
          {isInterrupted ? 'Tentar enviar de novo' : 'Enviar'}
        </Button>
        <Button variant="quiet" disabled={form.pending} onClick={() => flow.goBack()}>
          Voltar
        </Button>
      </StepActions>
    </form>
  )
}

function Summary({ draft, form: person }: Pick<SupportStepProps, 'draft' | 'form'>) {
  return (
    <div className={css.summary}>
      <dl className="facts">
        <dt>Nome</dt>
        <dd>{draft.name}</dd>
        {person.document_type === 'cpf' && (
          <>
            <dt>Nascimento</dt>
            <dd className="figures">{draft.birth_date}</dd>
          </>
        )}
        <dt>Celular atual</dt>
        <dd className="figures">{formatCellphone(draft.cellphone)}</dd>
        <dt>E-mail atual</dt>
        <dd>
          <EmailText email={draft.email} />
        </dd>
      </dl>
      <div className={css.photos}>
        {identityPhotos.map((name) => {
          const photo = draft.photos[name]
          return photo && <TakenPhoto key={name} photo={photo} name={photoNames[name]} />
        })}
      </div>
    </div>
  )
}
