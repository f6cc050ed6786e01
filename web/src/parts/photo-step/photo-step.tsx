import { useState, useEffect, useEffectEvent } from 'react'
import { Button, QuietButton } from '../../kit/button/button.tsx'
import { CameraFrame } from '../../kit/camera-frame/camera-frame.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { StepActions } from '../../kit/page/sign-in-layout.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'
import type { CameraError } from '../../platform/camera/camera.ts'
import { takePhoto } from '../../platform/camera/take-photo.ts'
import { hasNativeApp, handlePictures } from '../../platform/native-bridge/handle-pictures.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import {
  cameraDeniedMessage,
  cameraUnsupportedMessage,
  kioskCameraMessage,
  photoRequests,
  type PhotoName,
} from './photo-texts.ts'
import { useCamera } from './use-camera.ts'

type PhotoStepProps = {
  photo: PhotoName
  /** Why the previous photo was rejected, in place of the hint: the camera covers toasts. */
  rejection?: string | undefined
  /** Called with the accepted photo: a JPEG of at most 5 MB. */
  onPhoto: (photo: Blob) => void
  /** Returns to the previous step; nothing is lost. */
  onBack: () => void
  /** Restarts the flow: camera access was denied, or there is no camera (spec §8). */
  onReset: () => void
}

/**
 * One photo, for recovery by support or of a receipt, taken by the native app if the page runs in one, otherwise
 * by the browser's camera. The person accepts the photo before it is used. Put it into `SignInLayout`; use
 * `key={photo}` so that each photo starts with fresh state.
 */
export function PhotoStep({ photo, rejection, onPhoto, onBack, onReset }: PhotoStepProps) {
  const { title, shape, facing, ...request } = photoRequests[photo]
  const hint = rejection ?? request.hint
  const [source, setSource] = useState<'app' | 'camera' | 'none'>(() => (hasNativeApp() ? 'app' : 'camera'))
  const [taken, setTaken] = useState<Blob | null>(null)

  const handleError = (error: CameraError) => {
    if (error === 'unsupported') return setSource('none')
    showToast({ message: cameraDeniedMessage, type: 'error' })
    onReset()
  }
  const stream = useCamera({ facing, isEnabled: source === 'camera', onError: handleError })

  const capture = async (video: HTMLVideoElement) => {
    const captured = await takePhoto(video)
    if (captured) setTaken(captured)
    else showToast({ message: 'Não foi possível tirar a foto. Tente novamente.', type: 'error' })
  }

  if (source === 'none') return <WithoutCamera onReset={onReset} />
  if (source === 'app' && !taken)
    return (
      <NativePhoto
        title={title}
        hint={hint}
        onImage={setTaken}
        onCamera={() => setSource('camera')}
        onBack={onBack}
      />
    )
  return (
    <CameraFrame
      title={title}
      hint={hint}
      shape={shape}
      stream={stream}
      mirrored={facing === 'user'}
      photo={taken}
      onCapture={(video) => void capture(video)}
      onUse={() => taken && onPhoto(taken)}
      onRetake={() => setTaken(null)}
      onClose={onBack}
    />
  )
}

function WithoutCamera({ onReset }: { onReset: () => void }) {
  return (
    <>
      <div role="alert">
        <Notice tone="bad">{isKiosk() ? kioskCameraMessage : cameraUnsupportedMessage}</Notice>
      </div>
      <StepActions>
        <Button onClick={onReset}>Voltar ao início</Button>
      </StepActions>
    </>
  )
}

type NativePhotoProps = {
  title: string
  hint: string
  onImage: (image: Blob) => void
  /** Called when the person chooses the page's own camera. */
  onCamera: () => void
  onBack: () => void
}

/** Waits for a photo from the native app around the page. */
function NativePhoto({ title, hint, onImage, onCamera, onBack }: NativePhotoProps) {
  const [attempt, setAttempt] = useState(1)
  const [lastFailed, setLastFailed] = useState(0)
  const isWaiting = lastFailed < attempt
  const receive = useEffectEvent(onImage)
  useEffect(() => {
    const controller = new AbortController()
    const requestPhoto = async () => {
      const { image } = await handlePictures({ signal: controller.signal })
      if (controller.signal.aborted) return
      if (image) receive(image)
      else setLastFailed(attempt)
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
        <QuietButton onClick={onCamera}>Usar a câmera desta página</QuietButton>
        <QuietButton onClick={onBack}>Voltar</QuietButton>
      </StepActions>
    </>
  )
}
