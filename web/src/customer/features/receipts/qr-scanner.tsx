import { useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import css from './receipts.module.css'

type QrScannerProps = {
  /** Told each new text; answers what is wrong with it, or nothing when it was taken. */
  onText: (text: string) => string | undefined
  onClose: () => void
}

const faultMessages = {
  denied: cameraDeniedMessage,
  unsupported: cameraUnsupportedMessage,
  // The reader's code did not arrive: the key can still be typed.
  'no-reader': 'Não foi possível ler o QR Code aqui. Digite a chave da nota.',
} as const

/** The camera that looks for a QR code by itself. Whoever cannot aim types the key: the field is on the same page. */
export function QrScanner({ onText, onClose }: QrScannerProps) {
  const [said, setSaid] = useState('Aponte para o QR Code da nota.')
  return (
    <Dialog open onClose={onClose} title="Ler o QR Code">
      <div className={css.scanner}>
        <QrCamera
          className={css.video}
          onText={(text) => {
            const refusal = onText(text)
            if (refusal !== undefined) setSaid(refusal)
          }}
          onFault={(fault) => {
            showToast({ message: faultMessages[fault], type: 'error' })
            onClose()
          }}
        />
        <p role="status">{said}</p>
      </div>
    </Dialog>
  )
}
