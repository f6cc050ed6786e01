import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, CloseButton, QuietButton } from '../button/button.tsx'
import css from './camera-frame.module.css'
import { usePhotoUrl } from './use-photo-url.ts'

type CameraFrameProps = {
  /** What to photograph: accessible name and headline of the frame. */
  title: string
  hint?: string
  /** Shape of the cut-out: landscape for a document, portrait for a person. */
  shape: 'document' | 'person'
  /** Null while the camera opens. */
  stream: MediaStream | null
  /** Mirrors the preview; the photo itself is never mirrored. */
  mirrored?: boolean
  /** The taken photo, shown for confirmation in place of the camera. */
  photo: Blob | null
  /** Called when the capture button is pressed; the caller takes the photo from the playing video. */
  onCapture: (video: HTMLVideoElement) => void
  onUse: () => void
  onRetake: () => void
  /** Escape or the close button. */
  onClose: () => void
}

/**
 * The full-screen camera with a rounded cut-out, and the confirmation of the photo (spec §2). A modal
 * dialog: focus is trapped, Escape closes it, and a live region announces what is visible.
 */
export function CameraFrame(props: CameraFrameProps) {
  const { title, hint, photo, stream } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [playing, setPlaying] = useState<MediaStream | null>(null)
  const isReady = stream !== null && playing === stream
  // Before the effects below, which focus elements inside.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.frame}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <LiveVideo
        stream={stream}
        mirrored={props.mirrored ?? false}
        onPlaying={setPlaying}
        hidden={photo !== null}
      />
      <p role="status" className="sr-only">
        {photo ? photoTaken : isReady ? cameraReady : cameraOpening}
      </p>
      <div className={css.stage} data-shape={props.shape} data-deciding={photo ? '' : undefined}>
        <header className={css.head}>
          <CloseButton name="Fechar câmera" onClose={props.onClose} size={24} />
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {hint && <p className={css.hint}>{hint}</p>}
        </header>
        {photo ? (
          <PhotoDecision photo={photo} onUse={props.onUse} onRetake={props.onRetake} />
        ) : (
          <>
            <div className={css.room}>
              <div className={css.window}>
                {!isReady && <span className={css.opening}>{cameraOpening}</span>}
              </div>
            </div>
            <Shutter
              disabled={!isReady}
              onPress={() => {
                const video = dialog.current?.querySelector('video')
                if (video) props.onCapture(video)
              }}
            />
          </>
        )}
      </div>
    </dialog>
  )
}

const cameraOpening = 'Abrindo a câmera...'
const cameraReady = 'Câmera pronta. Enquadre e aperte Tirar foto.'
const photoTaken = 'Foto tirada. Confira se está nítida antes de usar.'

type LiveVideoProps = {
  stream: MediaStream | null
  mirrored: boolean
  hidden: boolean
  onPlaying: (stream: MediaStream | null) => void
}

function LiveVideo({ stream, mirrored, hidden, onPlaying }: LiveVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    // Where autoplay is blocked no video is shown, and the capture button stays disabled.
    if (stream) element.play()?.catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [stream])
  return (
    <video
      ref={video}
      className={css.video}
      data-mirrored={mirrored ? '' : undefined}
      hidden={hidden}
      aria-hidden="true"
      muted
      playsInline
      onLoadedData={() => onPlaying(stream)}
    />
  )
}

function Shutter({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!disabled) button.current?.focus()
  }, [disabled])
  return (
    <div className={css.foot}>
      <button
        ref={button}
        type="button"
        className={css.shutter}
        aria-labelledby={id}
        disabled={disabled}
        onClick={onPress}
      />
      <span id={id} className={css.shutterName}>
        Tirar foto
      </span>
    </div>
  )
}

type PhotoDecisionProps = { photo: Blob; onUse: () => void; onRetake: () => void }

/** Shows the taken photo for confirmation. */
function PhotoDecision({ photo, onUse, onRetake }: PhotoDecisionProps) {
  const url = usePhotoUrl(photo)
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => choices.current?.querySelector('button')?.focus(), [photo])
  return (
    <>
      <div className={css.taken}>{url && <img src={url} alt="Foto que você acabou de tirar" />}</div>
      <div className={css.decision}>
        <p>A foto está nítida e dá para ler tudo?</p>
        <div ref={choices} className={css.choices}>
          <Button onClick={onUse}>Usar esta foto</Button>
          <QuietButton onClick={onRetake}>Tirar outra</QuietButton>
        </div>
      </div>
    </>
  )
}
