import { useEffect, useEffectEvent, useRef } from 'react'
import type { CameraError } from '../../platform/camera/camera.ts'
import type { CodeReader } from '../../platform/qr/frame.ts'
import { createQrReader } from '../../platform/qr/qr-reader.ts'
import { createTicketReader } from '../../platform/qr/ticket-reader.ts'
import { useCamera } from '../photo-step/use-camera.ts'
import type { CodeKind } from './code-kind.ts'

/** Pause between two scans, in milliseconds: short enough for aiming, long enough for slow phones. */
const scanIntervalMs = 200

const readers = { qr: createQrReader, ticket: createTicketReader } as const satisfies Record<
  CodeKind,
  () => Promise<CodeReader>
>

type QrCameraProps = {
  /** Does not change while the camera is shown; QR codes by default. */
  code?: CodeKind
  /** Called with the decoded text, again on every scan while the code is visible. */
  onText: (text: string) => void
  /** Called once if scanning is not possible; `no-reader`: the decoder's code did not load. */
  onError: (error: CameraError | 'no-reader') => void
  className?: string | undefined
}

/** The rear camera, scanning for codes while it is shown. */
export function QrCamera({ code = 'qr', onText, onError, className }: QrCameraProps) {
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
    let reader: CodeReader | undefined
    const start = async () => {
      reader = await readers[code]()
      const { read, close } = reader
      const scan = async () => {
        const text = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(element) : null
        if (isStopped) return
        if (text !== null) handleText(text)
        timer = setTimeout(() => void scan(), scanIntervalMs)
      }
      if (isStopped) close()
      else await scan()
    }
    start().catch(() => isStopped || reportNoReader())
    return () => {
      isStopped = true
      clearTimeout(timer)
      reader?.close()
      element.srcObject = null
    }
  }, [stream, code])
  return <video ref={video} className={className} muted playsInline aria-hidden="true" />
}
