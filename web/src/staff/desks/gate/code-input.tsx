import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import { createStorage } from '../../../platform/storage/storage.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import css from './gate.module.css'
import { readCamera, type SeenCode } from './scanner-input.ts'

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
  const view = useRef<HTMLDivElement>(null)
  const switchCamera = (on: boolean) => {
    storage.set(storageKey, on ? 'on' : 'off')
    // The pressed button is replaced by the one that reverses it.
    flushSync(() => setOn(on))
    view.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  if (!isOn)
    return (
      <div ref={view}>
        <Button onClick={() => switchCamera(true)}>Ler com a câmera</Button>
      </div>
    )
  return (
    <div ref={view} className={css.camera}>
      <QrCamera
        className={css.video}
        onText={(text) => {
          // A dialog is about the last result, which a new one would replace.
          const isBlocked = document.querySelector('dialog[open]') !== null
          const read = readCamera(last.current, { text, at: performance.now(), isBlocked })
          last.current = read.last
          if (read.isSent) onCode(text)
        }}
        onError={(error) => {
          showToast({ message: cameraMessages[error], type: 'error' })
          switchCamera(false)
        }}
      />
      <span className={css.aim} aria-hidden="true" />
      <OutlineButton onClick={() => switchCamera(false)}>Desligar a câmera</OutlineButton>
    </div>
  )
}

/** A form for typed codes; a scanner that types into the field also ends with Enter. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({
    initial: { ticket_code: '' },
    rules: { ticket_code: (code) => (code.trim() === '' ? requiredTextMessage : undefined) },
    onSubmit: ({ ticket_code }) => {
      onCode(ticket_code)
      form.reset()
    },
  })
  return (
    <form className={css.code} {...form.props}>
      <TextField
        label="Código do ingresso"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        clean={(text) => text.toUpperCase()}
        {...form.field('ticket_code')}
      />
      <Button type="submit" compact>
        Validar
      </Button>
    </form>
  )
}
