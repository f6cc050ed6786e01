const property = '--toast-room'
const controls = ':is(main, dialog[open]) :is(a, button, input, select, textarea)'

/**
 * Keeps controls from being covered by the toast: while it overlaps them, `--toast-room` on the page is how
 * much space it takes, which the page, step buttons and dialog footers keep free. At the end of the page the scroll
 * position is kept. Null when no toast is open.
 */
export function reserveToastSpace(toast: HTMLElement | null): void {
  const root = document.documentElement
  const wasAtBottom = window.scrollY + window.innerHeight >= root.scrollHeight - 1
  root.style.removeProperty(property)
  if (!toast) return
  const { top, height } = toast.getBoundingClientRect()
  const isOver = [...document.querySelectorAll(controls)].some(
    (control) => control.getBoundingClientRect().bottom > top,
  )
  if (!isOver) return
  root.style.setProperty(property, `calc(${Math.ceil(height)}px + 2 * var(--space-5))`)
  if (wasAtBottom) window.scrollTo(0, root.scrollHeight)
}
