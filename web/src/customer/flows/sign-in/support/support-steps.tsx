import type { SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import { useState } from 'react'
import { SelfieInstructions } from '../../../../parts/photo-step/selfie-instructions.tsx'
import type { RecoveryStepProps } from '../recovery/recovery-memory.ts'
import { CellphoneStep, EmailStep, ExtraInformationStep, IdentityInformationStep } from './form-steps.tsx'
import { PhotoOfStep } from './photo-of-step.tsx'
import { SubmissionStep, type SubmissionStepProps } from './submission-step.tsx'
import { emptyDraft } from './support-draft.ts'
import { SupportProgress } from './support-progress.tsx'
import type { SupportStepProps } from './use-support-form.ts'
import { UnderReview } from './under-review.tsx'

type SupportStepsProps = RecoveryStepProps & { step: SupportStep }

/** The recovery by staff review (spec §2, §4): ten steps over one draft, which only cancelling discards. */
export function SupportSteps({ step, memory, onMemoryChange, ...props }: SupportStepsProps) {
  const { reset } = props.flow
  if (step === 'informationUnderReview') return <UnderReview submitted={memory.submitted} onEnd={reset} />
  const cancel = () => {
    onMemoryChange((before) => ({ ...before, draft: null }))
    reset()
  }
  return (
    <>
      <SupportProgress step={step} onCancel={cancel} />
      <StepOf
        {...props}
        step={step}
        draft={memory.draft ?? emptyDraft}
        serverErrors={memory.serverErrors}
        onDraftChange={(part) =>
          onMemoryChange((before) => ({
            ...before,
            // A cancelled draft must stay discarded, although a form returns its values on unmount.
            draft: before.draft && { ...before.draft, ...part },
            serverErrors: before.serverErrors.filter(({ path }) => !(path in part)),
          }))
        }
        onServerErrors={(serverErrors) => onMemoryChange((before) => ({ ...before, serverErrors }))}
        onSubmitted={(submitted) => onMemoryChange((before) => ({ ...before, submitted, draft: null }))}
      />
    </>
  )
}

type StepOfProps = SubmissionStepProps & { step: Exclude<SupportStep, 'informationUnderReview'> }

function StepOf({ step, ...props }: StepOfProps) {
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
      return <PhotoOfStep {...props} photo="personal_id_front" />
    case 'personalIDBack':
      return <PhotoOfStep {...props} photo="personal_id_back" />
    case 'selfieInstructions':
      return <SelfieInstructionsStep {...props} />
    case 'personalIDSelfie':
      return <PhotoOfStep {...props} photo="personal_id_selfie" />
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
