import { useEffect } from 'react'
import css from './loading-overlay.module.css'
import { toTopLayer } from './top-layer.ts'
import { usePending } from './pending-count.ts'

/** Covers the page while any tracked request runs: once per page, near the root. Blocks keyboard input to the page below. */
export function LoadingOverlay() {
  const pending = usePending()
  useEffect(() => {
    if (!pending) return
    const blockKey = (event: KeyboardEvent) => {
      if (['Tab', 'Enter', ' '].includes(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', blockKey, true)
    return () => document.removeEventListener('keydown', blockKey, true)
  }, [pending])
  return (
    <div role="status">
      {pending && (
        // A press does not move the focus away from the page.
        <div ref={toTopLayer} className={css.overlay} onMouseDown={(event) => event.preventDefault()}>
          <span className={`spinner ${css.spinner}`} />
          <span className="sr-only">Carregando...</span>
        </div>
      )}
    </div>
  )
}
