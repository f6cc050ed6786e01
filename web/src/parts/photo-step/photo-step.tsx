import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { CameraFrame } from '../../kit/camera-frame/camera-frame.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { StepActions } from '../../kit/page/sign-in-layout.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'
import type { CameraError } from '../../platform/camera/camera.ts'
import { takePhoto } from '../../platform/camera/take-photo.ts'
import { hasNativeApp } from '../../platform/native-bridge/handle-pictures.ts'
import { NativePhoto } from './native-photo.tsx'
import {
  cameraDeniedMessage,
  cameraUnsupportedMessage,
  photoFailedMessage,
  photoRequests,
  type PhotoName,
} from './photo-texts.ts'
import { useCamera } from './use-camera.ts'

type PhotoStepProps = {
  photo: PhotoName | 'receipt'
  /** Called with the accepted photo: a JPEG of at most 5 MB. */
  onPhoto: (photo: Blob) => void
  /** Returns to the step before; nothing is lost. */
  onBack: () => void
  /** Restarts the flow: the camera was denied or does not exist (spec §8). */
  onReset: () => void
}

type Way = { by: 'app' } | { by: 'camera' } | { by: 'nothing' }

/**
 * One photo, of the recovery by support or of a receipt, taken by the native app if the page runs in one, otherwise
 * by the browser's camera. The person accepts the photo before it counts. Put it into `SignInLayout`; use
 * `key={photo}` so that each photo starts with fresh state.
 */
export function PhotoStep({ photo, onPhoto, onBack, onReset }: PhotoStepProps) {
  const request = photoRequests[photo]
  const [way, setWay] = useState<Way>(() => ({ by: hasNativeApp() ? 'app' : 'camera' }))
  const [taken, setTaken] = useState<Blob | null>(null)

  const handleError = (fault: CameraError) => {
    switch (fault) {
      case 'denied':
        showToast({ message: cameraDeniedMessage, type: 'error' })
        return onReset()
      case 'unsupported':
        return setWay({ by: 'nothing' })
      default:
        fault satisfies never
    }
  }
  const stream = useCamera({ facing: request.facing, wanted: way.by === 'camera', onError: handleError })

  const shoot = async (video: HTMLVideoElement) => {
    const shot = await takePhoto(video)
    if (shot) setTaken(shot)
    else showToast({ message: photoFailedMessage, type: 'error' })
  }
  const retake = () => setTaken(null)

  if (way.by === 'nothing') return <WithoutCamera onReset={onReset} />
  if (way.by === 'app' && !taken)
    return (
      <NativePhoto
        request={request}
        onImage={setTaken}
        onCamera={() => setWay({ by: 'camera' })}
        onBack={onBack}
      />
    )
  return (
    <CameraFrame
      title={request.title}
      hint={request.hint}
      shape={request.shape}
      stream={stream}
      mirrored={request.facing === 'user'}
      photo={taken}
      onShoot={(video) => void shoot(video)}
      onUse={() => taken && onPhoto(taken)}
      onRetake={retake}
      onClose={onBack}
    />
  )
}

function WithoutCamera({ onReset }: { onReset: () => void }) {
  return (
    <>
      <div role="alert">
        <Notice tone="bad">{cameraUnsupportedMessage}</Notice>
      </div>
      <StepActions>
        <Button onClick={onReset}>Voltar ao início</Button>
      </StepActions>
    </>
  )
}
