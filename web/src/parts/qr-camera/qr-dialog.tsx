import { useState } from 'react'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useBackToClose } from '../../kit/surface/use-back-to-close.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../photo-step/photo-texts.ts'
import { codeNames, type CodeKind, type CodeReading } from './code-kind.ts'
import { QrCamera } from './qr-camera.tsx'
import css from './read-qr-code.module.css'

/** Camera that scans for a code. It can also be typed into the field on the same page. */
export function QrDialog({
  code,
  source,
  alternative,
  onText,
  onClose,
}: CodeReading & { code: CodeKind; onClose: () => void }) {
  const name = codeNames[code]
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
