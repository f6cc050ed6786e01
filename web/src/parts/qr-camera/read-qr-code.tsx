import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useBackToClose } from '../../kit/surface/use-back-to-close.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { handlePictures, hasNativeApp } from '../../platform/native-bridge/handle-pictures.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../photo-step/photo-texts.ts'
import { QrCamera } from './qr-camera.tsx'
import css from './read-qr-code.module.css'

type ReadQrCodeProps = {
  /** What the QR code is on, with its preposition: "da nota". */
  source: string
  /** What can be typed instead: "a chave". */
  alternative: string
  /** Called with the content of each new QR code; returns the error message, or nothing if it was accepted. */
  onText: (text: string) => string | undefined
}

/** A button that reads a QR code: with the native app if the page runs in one, else with the camera. */
export function ReadQrCode({ source, alternative, onText }: ReadQrCodeProps) {
  const [isScanning, setScanning] = useState(false)
  const accept = (text: string): string | undefined => {
    const refusal = onText(text)
    if (refusal === undefined) setScanning(false)
    return refusal
  }
  const scanWithApp = async () => {
    const { qrcode } = await trackPending(handlePictures())
    if (qrcode === null) {
      showToast({
        message: `Nenhum QR Code foi lido. Tente de novo ou digite ${alternative}.`,
        type: 'warning',
      })
      return
    }
    const refusal = accept(qrcode)
    if (refusal !== undefined) showToast({ message: refusal, type: 'error' })
  }
  return (
    <>
      <Button variant="outline" onClick={() => (hasNativeApp() ? void scanWithApp() : setScanning(true))}>
        Ler o QR Code {source}
      </Button>
      {isScanning && (
        <QrDialog
          source={source}
          alternative={alternative}
          onText={accept}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  )
}

/** Camera that scans for a QR code. The code can also be typed into the field on the same page. */
function QrDialog({ source, alternative, onText, onClose }: ReadQrCodeProps & { onClose: () => void }) {
  const [status, setStatus] = useState(`Aponte para o QR Code ${source}.`)
  useBackToClose(onClose)
  const typeText = `Digite ${alternative} ${source}.`
  const kioskMessage = `A câmera deste totem não está disponível. ${typeText}`
  const messages = {
    denied: isKiosk() ? kioskMessage : cameraDeniedMessage,
    unsupported: isKiosk() ? kioskMessage : cameraUnsupportedMessage,
    // The decoder did not load: the code can still be typed.
    'no-reader': `Não foi possível ler o QR Code aqui. ${typeText}`,
  } as const
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
            showToast({ message: messages[error], type: 'error' })
            onClose()
          }}
        />
        <p role="status">{status}</p>
      </div>
    </Dialog>
  )
}
