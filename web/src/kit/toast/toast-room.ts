const property = '--toast-room'
const controls = ':is(main, dialog[open]) :is(a, button, input, select, textarea)'

/**
 * Keeps what can be pressed out from under the toast: while it stands over controls, `--toast-room` on the page says how
 * much room it takes, and the page, the buttons of a step and a dialog's foot leave it free. Who has come to the page's
 * foot stays there. Null when no toast is open.
 */
export function makeToastRoom(toast: HTMLElement | null): void {
  const root = document.documentElement
  const wasAtFoot = window.scrollY + window.innerHeight >= root.scrollHeight - 1
  root.style.removeProperty(property)
  if (!toast) return
  const { top, height } = toast.getBoundingClientRect()
  const isOver = [...document.querySelectorAll(controls)].some(
    (control) => control.getBoundingClientRect().bottom > top,
  )
  if (!isOver) return
  root.style.setProperty(property, `calc(${Math.ceil(height)}px + 2 * var(--space-5))`)
  if (wasAtFoot) window.scrollTo(0, root.scrollHeight)
}
