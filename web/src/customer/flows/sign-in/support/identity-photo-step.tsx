import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { useState } from 'react'
import { Button, QuietButton } from '../../../../kit/button/button.tsx'
import { Notice } from '../../../../kit/feedback/notice.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { PhotoStep } from '../../../../parts/photo-step/photo-step.tsx'
import { Lead } from '../recovery/lead.tsx'
import { photoNames, TakenPhoto } from './taken-photo.tsx'
import type { SupportStepProps } from './use-support-form.ts'

/** One photo (spec §2 "Camera screens"); a photo already taken is shown again. */
export function IdentityPhotoStep(props: SupportStepProps & { photo: IdentityPhoto }) {
  const { photo, draft, flow, onDraftChange } = props
  const [shown, setShown] = useState(draft.photos[photo])
  const [isAskedAgain, setAskedAgain] = useState(props.hasLostPhotos)
  const confirm = () => flow.dispatch({ type: 'PHOTO_CAPTURED' })
  if (isAskedAgain) {
    return (
      <>
        <Notice>
          As fotos não ficam guardadas neste aparelho. Tire todas de novo; suas respostas continuam aqui.
        </Notice>
        <StepActions>
          <Button onClick={() => setAskedAgain(false)}>Tirar as fotos</Button>
          <QuietButton onClick={() => flow.goBack()}>Voltar</QuietButton>
        </StepActions>
      </>
    )
  }
  if (shown) {
    return (
      <>
        <Lead>Esta é a foto que você tirou.</Lead>
        <TakenPhoto photo={shown} name={photoNames[photo]} large />
        <StepActions>
          <Button onClick={confirm}>Continuar</Button>
          <Button variant="outline" onClick={() => setShown(undefined)}>
            Tirar outra
          </Button>
          <QuietButton onClick={() => flow.goBack()}>Voltar</QuietButton>
        </StepActions>
      </>
    )
  }
  return (
    <PhotoStep
      photo={photo}
      rejection={props.serverErrors.find(({ path }) => path === photo)?.message}
      onPhoto={(taken) => {
        onDraftChange({ photos: { ...draft.photos, [photo]: taken } })
        confirm()
      }}
      onBack={() => flow.goBack()}
      // The person did not request this reset, so the draft is kept (spec §8).
      onReset={flow.reset}
    />
  )
}
