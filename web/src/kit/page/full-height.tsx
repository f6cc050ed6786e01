import { useEffect, type ReactNode } from 'react'
import css from './page.module.css'

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
