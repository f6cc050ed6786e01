import { type ReactNode, useEffect } from 'react'
import css from './page.module.css'

export type ScreenProps = {
  children: ReactNode
  /** Maximum width of its one column: a phone (default), text, or a desktop. */
  width?: 'phone' | 'text' | 'wide'
}

/** A page of a single column. */
export function Screen({ children, width }: ScreenProps) {
  return (
    <main className={css.screen} data-width={width}>
      {children}
    </main>
  )
}

/** A vertical stack: `near` within a block, `blocks` (default) between blocks. */
export function Stack({ children, gap = 'blocks' }: { children: ReactNode; gap?: 'near' | 'blocks' }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}

/**
 * As high as the visible viewport: without the browser's bars, and above the keyboard, so that a button at the
 * bottom stays reachable (spec §2).
 */
export function FullHeight({ children }: { children: ReactNode }) {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      // Pinch zoom changes the visible part but not the page's height.
      if (viewport.scale > 1.01) return
      document.documentElement.style.setProperty('--app-height', `${Math.round(viewport.height)}px`)
    }
    viewport.addEventListener('resize', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      document.documentElement.style.removeProperty('--app-height')
    }
  }, [])
  return <div className={css.full}>{children}</div>
}

/** A progress line during a page transition; hidden when it completes or fails (spec §2). */
export function PageTransition({ pending }: { pending: boolean }) {
  return (
    <div role="status" className={css.transition} data-pending={pending ? '' : undefined}>
      {pending && <span className="sr-only">Carregando página</span>}
    </div>
  )
}
