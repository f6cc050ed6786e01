import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { handlePictures, hasNativeApp } from '../../platform/native-bridge/handle-pictures.ts'
import { lazyPart, loadPart } from '../lazy-part.tsx'
import { codeNames, type CodeReading } from './code-kind.ts'

const QrDialog = lazyPart(async () => (await import('./qr-dialog.tsx')).QrDialog, null)

/** A button that reads a QR code or a bar code: with the native app if the page runs in one, else with the camera. */
export function ReadQrCode({ code = 'qr', source, alternative, onText }: CodeReading) {
  const name = codeNames[code]
  const [isScanning, setScanning] = useState(false)
  const accept = (text: string): string | undefined => {
    const refusal = onText(text)
    if (refusal === undefined) setScanning(false)
    return refusal
  }
  const scanWithCamera = async () => setScanning(await loadPart(QrDialog))
  const scanWithApp = async () => {
    const { qrcode } = await trackPending(handlePictures())
    if (qrcode === null) {
      showToast({
        message: `Nenhum ${name} foi lido. Tente de novo ou digite ${alternative}.`,
        type: 'warning',
      })
      return
    }
    const refusal = accept(qrcode)
    if (refusal !== undefined) showToast({ message: refusal, type: 'error' })
  }
  return (
    <>
      <Button variant="outline" onClick={() => void (hasNativeApp() ? scanWithApp() : scanWithCamera())}>
        Ler o {name} {source}
      </Button>
      {isScanning && (
        <QrDialog
          code={code}
          source={source}
          alternative={alternative}
          onText={accept}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  )
}
