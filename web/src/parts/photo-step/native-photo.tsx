import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { StepActions } from '../../kit/page/sign-in-layout.tsx'
import { handlePictures } from '../../platform/native-bridge/handle-pictures.ts'

type NativePhotoProps = {
  title: string
  hint: string
  onImage: (image: Blob) => void
  /** The person prefers the page's own camera. */
  onCamera: () => void
  onBack: () => void
}

/** Waits for a photo from the native app around the page. */
export function NativePhoto({ title, hint, onImage, onCamera, onBack }: NativePhotoProps) {
  const [attempt, setAttempt] = useState(1)
  const [answered, setAnswered] = useState(0)
  const isWaiting = answered < attempt
  const receive = useEffectEvent(onImage)
  useEffect(() => {
    const controller = new AbortController()
    const requestPhoto = async () => {
      const { image } = await handlePictures({ signal: controller.signal })
      if (controller.signal.aborted) return
      if (image) receive(image)
      else setAnswered(attempt)
    }
    void requestPhoto()
    return () => controller.abort()
  }, [attempt])
  return (
    <>
      <div className="stack">
        <h2>{title}</h2>
        <p>{hint}</p>
        <p role="status">
          {isWaiting ? 'Tire a foto no aplicativo.' : 'A foto não chegou. Você pode tentar de novo.'}
        </p>
      </div>
      <StepActions>
        <Button pending={isWaiting} onClick={() => setAttempt(attempt + 1)}>
          {isWaiting ? 'Aguardando a foto' : 'Tentar de novo'}
        </Button>
        <Button variant="quiet" onClick={onCamera}>
          Usar a câmera desta página
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar
        </Button>
      </StepActions>
    </>
  )
}
