import { useState } from 'react'
import { mount } from './mount.tsx'
import { Button } from '../kit/button/button.tsx'
import { FullHeight } from '../kit/page/screen.tsx'
import { SignInLayout } from '../kit/page/sign-in-layout.tsx'
import { ToastHost } from '../kit/toast/toast-host.tsx'
import { PhotoStep } from '../parts/photo-step/photo-step.tsx'
import type { PhotoName } from '../parts/photo-step/photo-texts.ts'
import { SelfieInstructions, selfieInstructionsTitle } from '../parts/photo-step/selfie-instructions.tsx'

/** Development only: a photo screen alone, chosen by the hash of the address. The page shows its result. */
const photos: Readonly<Record<string, PhotoName>> = {
  '#frente': 'personal_id_front',
  '#verso': 'personal_id_back',
  '#selfie': 'personal_id_selfie',
}

function PhotoGallery() {
  const [answer, setAnswer] = useState('')
  const photo = photos[location.hash]
  const restart = <Button onClick={() => setAnswer('')}>Começar de novo</Button>
  if (answer !== '')
    return (
      <SignInLayout brand="Clube" title="Fotos">
        <p data-testid="answer">{answer}</p>
        {restart}
      </SignInLayout>
    )
  if (photo)
    return (
      <SignInLayout brand="Clube" title="Confirme sua identidade">
        <PhotoStep
          key={photo}
          photo={photo}
          onPhoto={({ type, size }) => setAnswer(`photo ${type} ${size}`)}
          onBack={() => setAnswer('back')}
          onReset={() => setAnswer('reset')}
        />
      </SignInLayout>
    )
  return (
    <SignInLayout brand="Clube" title={selfieInstructionsTitle}>
      <SelfieInstructions
        now={new Date()}
        onConfirm={() => setAnswer('confirmed')}
        onBack={() => setAnswer('back')}
      />
    </SignInLayout>
  )
}

mount(
  <FullHeight>
    <PhotoGallery />
    <ToastHost />
  </FullHeight>,
)
