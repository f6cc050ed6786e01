import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { cameraDeniedMessage, cameraUnsupportedMessage } from '../../../parts/photo-step/photo-texts.ts'
import type { CodeKind } from '../../../parts/qr-camera/code-kind.ts'
import { QrCamera } from '../../../parts/qr-camera/qr-camera.tsx'
import { createStorage } from '../../../platform/storage/storage.ts'
import { OutlineButton } from '../buttons.tsx'
import { useShortcutsOn } from '../shortcuts.ts'
import css from './scanner.module.css'
import { readCamera, type SeenCode } from './scanner-input.ts'

const storage = createStorage('clube_equipe_')

type ScannerCameraProps = {
  /** QR codes by default. */
  code?: CodeKind
  /** The key under which the device remembers whether the camera is on. */
  storageKey: string
  /** What the codes belong to: ingresso, vale-brinde. */
  subject: string
  /** `outline` if the page has a more important button. */
  variant?: 'primary' | 'outline'
  onCode: (code: string) => void
}

/** The device's camera, until it is turned off; each presentation of a code is read once. */
export function ScannerCamera(props: ScannerCameraProps) {
  const { code = 'qr', storageKey, subject, variant = 'primary', onCode } = props
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
        <Button variant={variant} onClick={() => switchCamera(true)}>
          Ler com a câmera
        </Button>
      </div>
    )
  const messages = {
    denied: cameraDeniedMessage,
    unsupported: cameraUnsupportedMessage,
    'no-reader': `Não foi possível ler com a câmera aqui. Digite o código do ${subject}.`,
  } as const
  return (
    <div ref={view} className={css.camera}>
      <QrCamera
        code={code}
        className={css.video}
        onText={(text) => {
          // A dialog is about the last result, which a new one would replace.
          const isBlocked = document.querySelector('dialog[open]') !== null
          const read = readCamera(last.current, { text, time: performance.now(), isBlocked })
          last.current = read.last
          if (read.isSent) onCode(text)
        }}
        onError={(error) => {
          showToast({ message: messages[error], type: 'error' })
          switchCamera(false)
        }}
      />
      <span className={css.viewfinder} aria-hidden="true" />
      <OutlineButton onClick={() => switchCamera(false)}>Desligar a câmera</OutlineButton>
    </div>
  )
}

type CodeFormProps = {
  /** Label of the field. */
  label: string
  /** Label of the button. */
  button: string
  variant?: 'primary' | 'outline'
  onCode: (code: string) => void
  /** Keys that work as shortcuts while the field is empty, because it is focused most of the time. */
  shortcuts?: Readonly<Record<string, () => unknown>>
}

/** A form for typed codes; a scanner that types into the field also ends with Enter. */
export function CodeForm({ label, button, variant = 'primary', onCode, shortcuts = {} }: CodeFormProps) {
  const hasShortcuts = useShortcutsOn()
  const form = useForm({
    initial: { code: '' },
    rules: { code: (code) => (code.trim() === '' ? requiredTextMessage : undefined) },
    onSubmit: ({ code }) => {
      onCode(code)
      form.reset()
    },
  })
  return (
    <form
      className={css.code}
      {...form.props}
      onKeyDown={(event) => {
        const run = form.values.code === '' && hasShortcuts ? shortcuts[event.key] : undefined
        if (!run) return
        event.preventDefault()
        run()
      }}
    >
      <TextField
        label={label}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        clean={(text) => text.toUpperCase()}
        {...form.field('code')}
      />
      <Button type="submit" compact variant={variant}>
        {button}
      </Button>
    </form>
  )
}
