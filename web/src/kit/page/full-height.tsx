import { useEffect, type ReactNode } from 'react'
import css from './page.module.css'

/**
 * As high as what a phone really shows: without the browser's bars, and above the keyboard, so that a button at the
 * foot stays in reach (spec §2).
 */
export function FullHeight({ children }: { children: ReactNode }) {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      // While somebody zooms in, the visible part says nothing about the page's height.
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
