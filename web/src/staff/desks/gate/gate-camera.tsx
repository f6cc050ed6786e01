import { useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import { createStorage } from '../../../platform/storage/storage.ts'
import { isNewPresentation, type SeenCode } from './scanner-input.ts'
import css from './gate.module.css'

const storage = createStorage('clube_equipe_')
const storageKey = 'portaria_camera'

const cameraMessages = {
  denied: cameraDeniedMessage,
  unsupported: cameraUnsupportedMessage,
  'no-reader': 'Não foi possível ler com a câmera aqui. Digite o código do ingresso.',
} as const

/** The phone's camera, until the steward turns it off; each presentation of a code is read once. */
export function GateCamera({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(() => storage.get(storageKey) === 'on')
  const last = useRef<SeenCode | null>(null)
  const turn = (on: boolean) => {
    storage.set(storageKey, on ? 'on' : 'off')
    setOn(on)
  }
  if (!isOn) return <Button onClick={() => turn(true)}>Ler com a câmera</Button>
  return (
    <div className={css.camera}>
      <QrCamera
        className={css.video}
        onText={(text) => {
          const at = performance.now()
          const isNew = isNewPresentation(last.current, text, at)
          last.current = { text, at }
          if (isNew) onCode(text)
        }}
        onError={(error) => {
          showToast({ message: cameraMessages[error], type: 'error' })
          turn(false)
        }}
      />
      <span className={css.aim} aria-hidden="true" />
      <Button compact look="outline" onClick={() => turn(false)}>
        Desligar a câmera
      </Button>
    </div>
  )
}
