import { useState } from 'react'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import css from './receipts.module.css'

type QrScannerProps = {
  /** Called with each new text; returns what is wrong with it, or nothing if it was accepted. */
  onText: (text: string) => string | undefined
  onClose: () => void
}

const cameraMessages = {
  denied: cameraDeniedMessage,
  unsupported: cameraUnsupportedMessage,
  // The decoder did not load: the key can still be typed.
  'no-reader': 'Não foi possível ler o QR Code aqui. Digite a chave da nota.',
} as const

/** Camera that scans for a QR code. The key can also be typed into the field on the same page. */
export function QrScanner({ onText, onClose }: QrScannerProps) {
  const [status, setStatus] = useState('Aponte para o QR Code da nota.')
  return (
    <Dialog open onClose={onClose} title="Ler o QR Code">
      <div className={`stack ${css.scanner}`}>
        <QrCamera
          className={css.video}
          onText={(text) => {
            const refusal = onText(text)
            if (refusal !== undefined) setStatus(refusal)
          }}
          onError={(error) => {
            showToast({ message: cameraMessages[error], type: 'error' })
            onClose()
          }}
        />
        <p role="status">{status}</p>
      </div>
    </Dialog>
  )
}
