import { parseReceiptQr } from '@clube/contract/brazil/receipt-key.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { handlePictures, hasNativeApp } from '../../../platform/native-bridge/handle-pictures.ts'
import { QrScanner } from './qr-scanner.tsx'

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
