import { kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import { serverNow } from '../../../../platform/clock/server-clock.ts'
import { useCountdown } from '../../../../parts/voucher/countdown.tsx'
import { type SupportStep, supportSteps } from '@clube/contract/identity/sign-in-flow.ts'
import { useState } from 'react'
import { SelfieInstructions } from '../../../../parts/photo-step/selfie-instructions.tsx'
import { flowEnd, type RecoveryStepProps, type Submitted } from '../recovery/recovery-data.ts'
import { CellphoneStep, EmailStep, ExtraInformationStep, IdentityInformationStep } from './form-steps.tsx'
import { IdentityPhotoStep } from './identity-photo-step.tsx'
import { SubmissionStep, type SubmissionStepProps } from './submission-step.tsx'
import { emptyDraft } from './support-draft.ts'
import type { SupportStepProps } from './use-support-form.ts'
import { Button } from '../../../../kit/button/button.tsx'
import { Illustration } from '../../../../kit/feedback/empty-state.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { formatLongDateTime, formatHour } from '../../../../parts/club-time.ts'
import css from './support.module.css'
import { Progress } from '../../../../kit/feedback/progress.tsx'
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx'
import signIn from '../sign-in.module.css'

type SupportStepsProps = RecoveryStepProps & { step: SupportStep }

/** The recovery by staff review (spec §2, §4): ten steps over one draft, which only cancelling discards. */
export function SupportSteps({ step, recoveryData, onRecoveryDataChange, ...props }: SupportStepsProps) {
  const { reset } = props.flow
  if (step === 'informationUnderReview')
    return <UnderReview submitted={recoveryData.submitted} onEnd={reset} />
  const cancel = () => {
    onRecoveryDataChange((before) => ({ ...before, draft: null }))
    reset()
  }
  return (
    <>
      <SupportProgress step={step} onCancel={cancel} />
      <Deadline flow_expires_at={recoveryData.flow_expires_at} />
      <SupportStepView
        {...props}
        step={step}
        draft={recoveryData.draft ?? emptyDraft}
        serverErrors={recoveryData.serverErrors}
        onDraftChange={(part) =>
          onRecoveryDataChange((before) => ({
            ...before,
            // A cancelled draft must stay discarded, even though a form stores its values on unmount.
            draft: before.draft && { ...before.draft, ...part },
            hasLostPhotos: before.hasLostPhotos && !('photos' in part),
            serverErrors: before.serverErrors.filter(({ path }) => !(path in part)),
          }))
        }
        onServerErrors={(serverErrors) => onRecoveryDataChange((before) => ({ ...before, serverErrors }))}
        hasLostPhotos={recoveryData.hasLostPhotos}
        onSubmitted={(submitted) =>
          onRecoveryDataChange((before) => ({
            ...before,
            submitted,
            draft: null,
            hasLostPhotos: false,
            flow_expires_at: flowEnd(),
          }))
        }
      />
    </>
  )
}

type SupportStepViewProps = SubmissionStepProps & { step: Exclude<SupportStep, 'informationUnderReview'> }

function SupportStepView({ step, ...props }: SupportStepViewProps) {
  switch (step) {
    case 'identityInformation':
      return <IdentityInformationStep {...props} />
    case 'cellphoneConfirmation':
      return <CellphoneStep {...props} />
    case 'emailConfirmation':
      return <EmailStep {...props} />
    case 'extraInformation':
      return <ExtraInformationStep {...props} />
    case 'personalIDFront':
      return <IdentityPhotoStep {...props} photo="personal_id_front" />
    case 'personalIDBack':
      return <IdentityPhotoStep {...props} photo="personal_id_back" />
    case 'selfieInstructions':
      return <SelfieInstructionsStep {...props} />
    case 'personalIDSelfie':
      return <IdentityPhotoStep {...props} photo="personal_id_selfie" />
    case 'submissionConfirmation':
      return <SubmissionStep {...props} />
    default:
      return step satisfies never
  }
}

function SelfieInstructionsStep({ flow }: SupportStepProps) {
  const [now] = useState(() => new Date())
  const confirm = () => flow.dispatch({ type: 'SELFIE_INSTRUCTIONS_CONFIRMED' })
  return <SelfieInstructions now={now} onConfirm={confirm} onBack={() => flow.goBack()} />
}

/** The final screen of the sub-flow (spec §2 "information under review"): what happens next, and by when. */
function UnderReview({ submitted, onEnd }: { submitted: Submitted | null; onEnd: () => void }) {
  return (
    <div className={css.review}>
      <Illustration name="success" />
      {submitted && (
        <p role="status">
          Recebemos o seu pedido. Respondemos até <b>{formatLongDateTime(submitted.answer_by)}</b>.
        </p>
      )}
      <h2>O que acontece agora</h2>
      <ol className={css.next}>
        <li>Nossa equipe confere as fotos e os dados com o seu cadastro.</li>
        <li>Você recebe a resposta por e-mail ou SMS, nos contatos que informou.</li>
        <li>
          Se estiver tudo certo, a resposta traz um código. Volte aqui, escolha “Esqueci minha senha” e digite
          esse código para criar uma nova senha.
        </li>
      </ol>
      {submitted && (
        <p>
          Protocolo: <b className="figures">{submitted.protocol}</b>
        </p>
      )}
      <StepActions>
        <Button onClick={onEnd}>Voltar ao início</Button>
      </StepActions>
    </div>
  )
}

/** The deadline for submitting the request in the server's flow; the text changes only once, when it has passed. */
function Deadline({ flow_expires_at }: { flow_expires_at: number }) {
  const endMs = flow_expires_at - Date.now() + serverNow()
  const { hasExpired } = useCountdown(endMs, 'o prazo')
  return (
    <p role="status" className={`soft small ${css.deadline}`}>
      {hasExpired
        ? kernelRefusals['flow.wrong-step'].message
        : `Envie o pedido até ${formatHour(new Date(endMs).toISOString())}.`}
    </p>
  )
}

/** The last step is informational only. */
const stepCount = supportSteps.length - 1

/** The progress of the sub-flow, with a cancel button at every step (spec §4 RESET). */
function SupportProgress({ step, onCancel }: { step: SupportStep; onCancel: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  const position = supportSteps.indexOf(step) + 1
  const valueText = `Etapa ${position} de ${stepCount}`
  return (
    <div className={css.progress}>
      <Progress label="Andamento do pedido" value={position} max={stepCount} valueText={valueText} />
      <button type="button" className={`small ${signIn.link}`} onClick={() => setConfirming(true)}>
        Cancelar pedido
      </button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Cancelar o pedido?"
        confirm="Sim, cancelar"
        cancelLabel="Continuar o pedido"
        onConfirm={onCancel}
      >
        <p>O que você preencheu e as fotos serão apagados.</p>
      </ConfirmDialog>
    </div>
  )
}
