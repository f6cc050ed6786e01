import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraError } from '../../platform/camera/camera.ts'
import { createQrReader } from '../../platform/qr/qr-reader.ts'
import { useCamera } from '../photo-step/use-camera.ts'

/** Pause between two scans, in milliseconds: fast enough to aim, slow enough for a weak phone. */
const lookEveryMs = 200

type QrCameraProps = {
  /** Called with the decoded text, again on every scan while the code is visible. */
  onText: (text: string) => void
  /** Called once if nothing can be read; `no-reader`: the decoder's code did not load. */
  onError: (fault: CameraError | 'no-reader') => void
  className?: string | undefined
}

/** The rear camera, scanning for QR codes while it is shown. */
export function QrCamera({ onText, onError, className }: QrCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useCamera({ facing: 'environment', wanted: true, onError })
  const hear = useEffectEvent(onText)
  const reportNoReader = useEffectEvent(() => onError('no-reader'))
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    element.play()?.catch(() => {})
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const watch = async () => {
      const read = await createQrReader()
      const look = async () => {
        const text = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(element) : null
        if (gone) return
        if (text !== null) hear(text)
        timer = setTimeout(() => void look(), lookEveryMs)
      }
      if (!gone) await look()
    }
    watch().catch(() => gone || reportNoReader())
    return () => {
      gone = true
      clearTimeout(timer)
      element.srcObject = null
    }
  }, [stream])
  return <video ref={video} className={className} muted playsInline aria-hidden="true" />
}
