import { parseReceiptQr } from '@clube/contract/brazil/receipt-key.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import { handlePictures, hasNativeApp } from '../../../platform/native-bridge/handle-pictures.ts'
import css from './receipts.module.css'

/** Reads the key from the receipt's QR code: by the native app if the page runs in one, else by the camera. */
export function ReadReceiptCode({ onKey }: { onKey: (key: string) => void }) {
  const [scanning, setScanning] = useState(false)
  const accept = (text: string): string | undefined => {
    const parsed = parseReceiptQr(text)
    if (!parsed.ok) return parsed.message
    setScanning(false)
    onKey(parsed.value.key)
    return undefined
  }
  const scanWithApp = async () => {
    const { qrcode } = await trackPending(handlePictures())
    if (qrcode === null) {
      showToast({ message: 'Nenhum QR Code foi lido. Tente de novo ou digite a chave.', type: 'warning' })
      return
    }
    const refusal = accept(qrcode)
    if (refusal !== undefined) showToast({ message: refusal, type: 'error' })
  }
  return (
    <>
      <Button variant="outline" onClick={() => (hasNativeApp() ? void scanWithApp() : setScanning(true))}>
        Ler o QR Code da nota
      </Button>
      {scanning && <QrScanner onText={accept} onClose={() => setScanning(false)} />}
    </>
  )
}

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
function QrScanner({ onText, onClose }: QrScannerProps) {
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
