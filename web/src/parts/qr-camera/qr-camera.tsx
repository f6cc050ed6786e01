import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraError } from '../../platform/camera/camera.ts'
import { createQrReader } from '../../platform/qr/qr-reader.ts'
import { useCamera } from '../photo-step/use-camera.ts'

/** Pause between two scans, in milliseconds: short enough for aiming, long enough for slow phones. */
const scanIntervalMs = 200

type QrCameraProps = {
  /** Called with the decoded text, again on every scan while the code is visible. */
  onText: (text: string) => void
  /** Called once if scanning is not possible; `no-reader`: the decoder's code did not load. */
  onError: (error: CameraError | 'no-reader') => void
  className?: string | undefined
}

/** The rear camera, scanning for QR codes while it is shown. */
export function QrCamera({ onText, onError, className }: QrCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useCamera({ facing: 'environment', isEnabled: true, onError })
  const handleText = useEffectEvent(onText)
  const reportNoReader = useEffectEvent(() => onError('no-reader'))
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    element.play()?.catch(() => {})
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const start = async () => {
      const read = await createQrReader()
      const scan = async () => {
        const text = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(element) : null
        if (isStopped) return
        if (text !== null) handleText(text)
        timer = setTimeout(() => void scan(), scanIntervalMs)
      }
      if (!isStopped) await scan()
    }
    start().catch(() => isStopped || reportNoReader())
    return () => {
      isStopped = true
      clearTimeout(timer)
      element.srcObject = null
    }
  }, [stream])
  return <video ref={video} className={className} muted playsInline aria-hidden="true" />
}
