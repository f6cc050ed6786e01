import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraFault } from '../../platform/camera/camera.ts'
import { createQrReader } from '../../platform/qr/qr-reader.ts'
import { useCamera } from '../photo-step/use-camera.ts'

/** Pause between two looks at the picture: quick for a hand that searches, calm for a weak phone. */
const lookEveryMs = 200

type QrCameraProps = {
  /** Told what is in the picture, again at every look for as long as it is there. */
  onText: (text: string) => void
  /** Told once why nothing will be read; `no-reader`: the decoder's code did not arrive. */
  onFault: (fault: CameraFault | 'no-reader') => void
  className?: string | undefined
}

/** The camera at the back, looking for QR codes by itself for as long as it is shown. */
export function QrCamera({ onText, onFault, className }: QrCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useCamera({ facing: 'environment', wanted: true, onFault })
  const hear = useEffectEvent(onText)
  const giveUp = useEffectEvent(() => onFault('no-reader'))
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
    watch().catch(() => gone || giveUp())
    return () => {
      gone = true
      clearTimeout(timer)
      element.srcObject = null
    }
  }, [stream])
  return <video ref={video} className={className} muted playsInline aria-hidden="true" />
}
