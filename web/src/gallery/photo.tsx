import { useState } from 'react'
import { mount } from './mount.tsx'
import { Button } from '../kit/button/button.tsx'
import { FullHeight } from '../kit/page/screen.tsx'
import { SignInLayout } from '../kit/page/sign-in-layout.tsx'
import { ToastHost } from '../kit/toast/toast-host.tsx'
import { PhotoStep } from '../parts/photo-step/photo-step.tsx'
import type { PhotoName } from '../parts/photo-step/photo-texts.ts'
import { SelfieInstructions, selfieInstructionsTitle } from '../parts/photo-step/selfie-instructions.tsx'

/** Development only: a single photo screen, chosen by the fragment of the URL. The page shows its result. */
const photos: Readonly<Record<string, PhotoName>> = {
  '#frente': 'personal_id_front',
  '#verso': 'personal_id_back',
  '#selfie': 'personal_id_selfie',
}

function PhotoGallery() {
  const [response, setResponse] = useState('')
  const photo = photos[location.hash]
  const restart = <Button onClick={() => setResponse('')}>Começar de novo</Button>
  if (response !== '')
    return (
      <SignInLayout brand="Clube" title="Fotos">
        <p data-testid="response">{response}</p>
        {restart}
      </SignInLayout>
    )
  if (photo)
    return (
      <SignInLayout brand="Clube" title="Confirme sua identidade">
        <PhotoStep
          key={photo}
          photo={photo}
          onPhoto={({ type, size }) => setResponse(`photo ${type} ${size}`)}
          onBack={() => setResponse('back')}
          onReset={() => setResponse('reset')}
        />
      </SignInLayout>
    )
  return (
    <SignInLayout brand="Clube" title={selfieInstructionsTitle}>
      <SelfieInstructions
        now={new Date()}
        onConfirm={() => setResponse('confirmed')}
        onBack={() => setResponse('back')}
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
