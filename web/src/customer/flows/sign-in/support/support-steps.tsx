import type { SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useState } from 'react'
import { CellphoneStep } from './cellphone-step.tsx'
import { EmailStep } from './email-step.tsx'
import { ExtraInformationStep } from './extra-information-step.tsx'
import { IdentityInformationStep } from './identity-information-step.tsx'
import { PhotoOfStep } from './photo-of-step.tsx'
import { SelfieInstructionsStep } from './selfie-instructions-step.tsx'
import type { SupportStepProps, SupportStepsProps } from './support-step-props.ts'
import { SubmissionStep } from './submission-step.tsx'
import { emptyDraft, keepDraft, takeDraft } from './support-draft.ts'
import { SupportProgress } from './support-progress.tsx'
import { UnderReview, type Submitted } from './under-review.tsx'

/** The recovery by staff review (spec §2, §4): ten steps, whose answers live here until they are sent. */
export function SupportSteps({ step, ...props }: SupportStepsProps) {
  const { flow, form } = props
  const [draft, setDraft] = useState(() => takeDraft(form.document_id) ?? emptyDraft)
  const [refused, setRefused] = useState<readonly FieldError[]>([])
  const [submitted, setSubmitted] = useState<Submitted | null>(null)

  if (step === 'informationUnderReview') {
    return <UnderReview submitted={submitted} onEnd={() => flow.dispatch({ type: 'RESET' })} />
  }
  const stepProps: SupportStepProps = {
    ...props,
    draft,
    refused,
    onKeep: (part) => {
      setDraft((before) => ({ ...before, ...part }))
      setRefused((before) => before.filter(({ path }) => !(path in part)))
    },
  }
  // The person did not ask for this reset: what they did waits for them.
  const handleFault = () => {
    keepDraft(form.document_id, draft)
    flow.dispatch({ type: 'RESET' })
  }
  return (
    <>
      <SupportProgress step={step} onCancel={() => flow.dispatch({ type: 'RESET' })} />
      <StepOf
        key={step}
        step={step}
        {...stepProps}
        onFault={handleFault}
        onRefused={setRefused}
        onSubmitted={setSubmitted}
      />
    </>
  )
}

type StepOfProps = SupportStepProps & {
  step: Exclude<SupportStep, 'informationUnderReview'>
  onFault: () => void
  onRefused: (errors: readonly FieldError[]) => void
  onSubmitted: (submitted: Submitted) => void
}

function StepOf({ step, onFault, onRefused, onSubmitted, ...props }: StepOfProps) {
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
      return <PhotoOfStep {...props} photo="personal_id_front" onFault={onFault} />
    case 'personalIDBack':
      return <PhotoOfStep {...props} photo="personal_id_back" onFault={onFault} />
    case 'selfieInstructions':
      return <SelfieInstructionsStep {...props} />
    case 'personalIDSelfie':
      return <PhotoOfStep {...props} photo="personal_id_selfie" onFault={onFault} />
    case 'submissionConfirmation':
      return <SubmissionStep {...props} onRefused={onRefused} onSubmitted={onSubmitted} />
    default:
      return step satisfies never
  }
}
