import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { useCamera } from '../../../parts/photo-step/use-camera.ts'
import { createQrReader } from '../../../platform/qr/qr-reader.ts'
import css from './receipts.module.css'

/** Pause between two looks at the picture: quick for a hand that searches, calm for a weak phone. */
const lookEveryMs = 200

type QrScannerProps = {
  /** Told each new text; answers what is wrong with it, or nothing when it was taken. */
  onText: (text: string) => string | undefined
  onClose: () => void
}

/** The camera that looks for a QR code by itself. Whoever cannot aim types the key: the field is on the same page. */
export function QrScanner({ onText, onClose }: QrScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState('Aponte para o QR Code da nota.')
  const stream = useCamera({
    facing: 'environment',
    wanted: true,
    onFault: (fault) => {
      showToast({
        message: fault === 'denied' ? cameraDeniedMessage : cameraUnsupportedMessage,
        type: 'error',
      })
      onClose()
    },
  })
  const hear = useEffectEvent((text: string) => {
    const refusal = onText(text)
    if (refusal !== undefined) setSaid(refusal)
  })
  const giveUp = useEffectEvent(() => {
    showToast({ message: 'Não foi possível ler o QR Code aqui. Digite a chave da nota.', type: 'error' })
    onClose()
  })
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
    // The reader's code did not arrive: the key can still be typed.
    watch().catch(() => gone || giveUp())
    return () => {
      gone = true
      clearTimeout(timer)
      element.srcObject = null
    }
  }, [stream])
  return (
    <Dialog open onClose={onClose} title="Ler o QR Code">
      <div className={css.scanner}>
        <video ref={video} className={css.video} muted playsInline aria-hidden="true" />
        <p role="status">{said}</p>
      </div>
    </Dialog>
  )
}
