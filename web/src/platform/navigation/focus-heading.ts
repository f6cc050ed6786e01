import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Focuses the page's heading, so that screen readers announce it, unless a field of the page has taken the focus. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading || document.activeElement?.closest('main, dialog')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** After navigation scrolls to the top and focuses the heading. */
export function FocusOnNavigation(): null {
  const [path] = useLocation()
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    window.scrollTo(0, 0)
    focusHeading()
  }, [path])
  return null
}
