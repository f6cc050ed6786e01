import { useState, type CSSProperties } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { showFailure } from '../../platform/api/show-failure.ts'
import css from './parts.module.css'

type GuardedPhotoProps = {
  url: string
  alt: string
  /** What is visible before zooming: the whole photo, or its whole width, for long receipts in small print. */
  fit: 'whole' | 'width'
  onLoad?: () => void
}

/** The browser does not report why an image failed to load; usually the device was offline. */
const showPhotoFailure = () => showFailure({ kind: 'network', during: 'call' }, { place: 'endpoint' })

const zooms = [1, 1.5, 2, 3, 4] as const

/**
 * A photo whose view is audited: it cannot be dragged or saved from a menu. It can be enlarged and rotated; when its
 * frame has the focus, the arrow keys scroll it.
 */
export function GuardedPhoto({ url, alt, fit, onLoad }: GuardedPhotoProps) {
  const [zoomIndex, setZoomIndex] = useState(0)
  const [quarterTurns, setQuarterTurns] = useState(0)
  const zoom = zooms[zoomIndex] ?? 1
  return (
    <div className={css.guarded}>
      <div className={`row ${css.photoTools}`} role="group" aria-label={`Ajustes: ${alt}`}>
        <Button
          compact
          variant="outline"
          disabled={zoomIndex === 0}
          onClick={() => setZoomIndex(zoomIndex - 1)}
        >
          Diminuir
        </Button>
        <Button
          compact
          variant="outline"
          disabled={zoomIndex === zooms.length - 1}
          onClick={() => setZoomIndex(zoomIndex + 1)}
        >
          Ampliar
        </Button>
        <Button compact variant="outline" onClick={() => setQuarterTurns((quarterTurns + 1) % 4)}>
          Girar
        </Button>
        <span className="soft small" role="status">
          {zoom * 100} %
        </span>
      </div>
      {/* A new element for each photo, so that it starts scrolled to the top. */}
      <div key={url} className={css.photoFrame} tabIndex={0} role="region" aria-label={`Foto: ${alt}`}>
        <div className={css.photoArea} style={{ '--zoom': zoom } as CSSProperties}>
          <img
            className={css.photo}
            src={url}
            alt={alt}
            draggable={false}
            data-fit={fit}
            data-rotation={quarterTurns}
            onLoad={onLoad}
            onError={showPhotoFailure}
            onContextMenu={(event) => event.preventDefault()}
          />
        </div>
      </div>
    </div>
  )
}
