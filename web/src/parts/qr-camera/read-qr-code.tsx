import { useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useBackToClose } from '../../kit/surface/use-back-to-close.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { handlePictures, hasNativeApp } from '../../platform/native-bridge/handle-pictures.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../photo-step/photo-texts.ts'
import { QrCamera, type CodeKind } from './qr-camera.tsx'
import css from './read-qr-code.module.css'

/** What people call the codes. */
const names = { qr: 'QR Code', ticket: 'código' } as const satisfies Record<CodeKind, string>

type ReadQrCodeProps = {
  /** QR codes by default. */
  code?: CodeKind
  /** What the code is on, with its preposition: "da nota". */
  source: string
  /** What can be typed instead: "a chave". */
  alternative: string
  /** Called with the content of each new code; returns the error message, or nothing if it was accepted. */
  onText: (text: string) => string | undefined
}

/** A button that reads a QR code or a bar code: with the native app if the page runs in one, else with the camera. */
export function ReadQrCode({ code = 'qr', source, alternative, onText }: ReadQrCodeProps) {
  const name = names[code]
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
      <Button variant="outline" onClick={() => (hasNativeApp() ? void scanWithApp() : setScanning(true))}>
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

/** Camera that scans for a code. It can also be typed into the field on the same page. */
function QrDialog({
  code,
  source,
  alternative,
  onText,
  onClose,
}: ReadQrCodeProps & { code: CodeKind; onClose: () => void }) {
  const name = names[code]
  const [status, setStatus] = useState(`Aponte para o ${name} ${source}.`)
  useBackToClose(onClose)
  const typeText = `Digite ${alternative} ${source}.`
  const kioskMessage = `A câmera deste totem não está disponível. ${typeText}`
  const messages = {
    denied: isKiosk() ? kioskMessage : cameraDeniedMessage,
    unsupported: isKiosk() ? kioskMessage : cameraUnsupportedMessage,
    // The decoder did not load: the code can still be typed.
    'no-reader': `Não foi possível ler o ${name} aqui. ${typeText}`,
  } as const
  return (
    <Dialog open onClose={onClose} title={`Ler o ${name}`}>
      <div className={`stack ${css.scanner}`}>
        <QrCamera
          code={code}
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
