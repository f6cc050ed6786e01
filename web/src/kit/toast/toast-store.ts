import { attempt } from '../store/attempt.ts'
import { createStore } from '../store/create-store.ts'

export type ToastType = 'info' | 'success' | 'warning' | 'error'
export type ToastState = { open: boolean; message: string; type: ToastType; dismissible: boolean }

/** Default duration of a dismissible toast, in milliseconds. */
export const toastAutoHideMs = 6_000
const storageKey = 'clube_toast'

export const closedToast: ToastState = { open: false, message: '', type: 'info', dismissible: true }

/** The toast at the bottom of the screen (spec §4 Toast); code outside components can show one too. */
const store = createStore(closedToast)
export const { get: currentToast, useValue: useToast } = store

/** Opens a toast, replacing the current one. */
export function showToast(toast: Pick<ToastState, 'message'> & Partial<Omit<ToastState, 'open'>>): void {
  change({ ...closedToast, ...toast, open: true })
}

/** Closes the toast; its text remains during the exit animation. */
export function closeToast(): void {
  const toast = store.get()
  if (toast.open) change({ ...toast, open: false })
}

/** Restores the session's open toast once at start-up. A toast that is already open takes precedence. */
export function restoreToast(): void {
  if (store.get() !== closedToast) return
  const stored: unknown = attempt(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown)
  if (isOpenToast(stored)) change(stored)
}

function change(next: ToastState) {
  // Storage may be full or unavailable: the toast is shown anyway.
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(next)))
  store.set(next)
}

function isOpenToast(value: unknown): value is ToastState {
  if (typeof value !== 'object' || value === null) return false
  const { open, message, type, dismissible } = value as Record<string, unknown>
  return (
    open === true &&
    typeof message === 'string' &&
    typeof dismissible === 'boolean' &&
    ['info', 'success', 'warning', 'error'].includes(type as string)
  )
}
