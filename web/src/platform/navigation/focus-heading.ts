/**
 * Focuses the page's heading, so that screen readers announce it, unless an element of the page is already focused.
 * @returns false if the page has no heading yet
 */
export function focusHeading(): boolean {
  if (document.activeElement?.closest('main, dialog')) return true
  const heading = document.querySelector('h1')
  focusElement(heading)
  return heading !== null
}

/** Focuses an element, which may be a heading, without scrolling. */
export function focusElement(element: HTMLElement | null): void {
  if (!element) return
  if (element.matches('h1, h2, h3')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
