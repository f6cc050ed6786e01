import { useEffect, useRef } from 'react'
import { Button } from '../button/button.tsx'
import css from './photo-decision.module.css'
import { usePhotoUrl } from './use-photo-url.ts'

type PhotoDecisionProps = { photo: Blob; onUse: () => void; onRetake: () => void }

/** Shows the taken photo for confirmation. */
export function PhotoDecision({ photo, onUse, onRetake }: PhotoDecisionProps) {
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
          <Button variant="quiet" onClick={onRetake}>
            Tirar outra
          </Button>
        </div>
      </div>
    </>
  )
}
