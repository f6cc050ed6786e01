/** The toast at the bottom of the screen (spec §4 Toast). A plain store, so that code outside components can show one. */

export type ToastType = 'info' | 'success' | 'warning' | 'error'
export type ToastState = { open: boolean; message: string; type: ToastType; dismissible: boolean }

/** Default duration of a dismissible toast, in milliseconds. */
export const toastAutoHideMs = 6_000
const storageKey = 'clube_toast'

export const closedToast: ToastState = { open: false, message: '', type: 'info', dismissible: true }

let state = closedToast
const listeners = new Set<() => void>()

export const currentToast = (): ToastState => state

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens a toast, replacing the current one. */
export function showToast({
  message,
  type = 'info',
  dismissible = true,
}: {
  message: string
  type?: ToastType
  dismissible?: boolean
}): void {
  change({ open: true, message, type, dismissible })
}

/** Closes the toast; its text remains during the exit animation. */
export function closeToast(): void {
  if (state.open) change({ ...state, open: false })
}

/** Restores the session's toast once at start-up. A toast shown meanwhile takes precedence. */
export function restoreToast(): void {
  if (state !== closedToast) return
  const kept = read()
  if (kept?.open) change(kept)
}

function change(next: ToastState) {
  state = next
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage may be full or unavailable: the toast is shown all the same.
  }
  for (const listener of listeners) listener()
}

function read(): ToastState | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isToastState(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isToastState(value: unknown): value is ToastState {
  if (typeof value !== 'object' || value === null) return false
  const { open, message, type, dismissible } = value as Record<string, unknown>
  return (
    typeof open === 'boolean' &&
    typeof message === 'string' &&
    typeof dismissible === 'boolean' &&
    ['info', 'success', 'warning', 'error'].includes(type as string)
  )
}
