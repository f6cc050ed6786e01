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

/** When the open toast was first shown, as Unix time in milliseconds; a reload does not extend it. */
let shownAt = 0

/** The page on which the open toast was shown. */
let shownOn = ''

/** Number of the person's actions so far, and that number when the open toast was shown. */
let actions = 0
let actionsWhenShown = 0

/** Called for each press, key or history navigation, before it takes effect. */
export const countAction = (): void => void (actions += 1)

/**
 * Closes a toast that was shown before the person's last action; called when the page or step changes. A toast about
 * that action itself stays, for instance a welcome. A toast that cannot be dismissed describes a state and stays too.
 */
export function closeEarlierToast(): void {
  if (actionsWhenShown < actions && store.get().dismissible) closeToast()
}

/** Opens a toast, replacing the current one. */
export function showToast(toast: Pick<ToastState, 'message'> & Partial<Omit<ToastState, 'open'>>): void {
  shownAt = Date.now()
  shownOn = window.location.pathname
  actionsWhenShown = actions
  change({ ...closedToast, ...toast, open: true })
}

/** Closes the toast; its text remains during the exit animation. */
export function closeToast(): void {
  const toast = store.get()
  if (toast.open) change({ ...toast, open: false })
}

/**
 * Restores the session's open toast once at start-up, unless its time has expired or it was shown on another page. One
 * that cannot be dismissed describes a state and is restored everywhere. A toast that is already open takes precedence.
 */
export function restoreToast(autoHideMs: number): void {
  if (store.get() !== closedToast) return
  const stored: unknown = attempt(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown)
  if (!isStoredToast(stored)) return
  const { shown_at, shown_on, ...toast } = stored
  const isExpired = shown_at + autoHideMs <= Date.now() || shown_on !== window.location.pathname
  if (toast.dismissible && isExpired) return
  shownAt = shown_at
  shownOn = shown_on ?? ''
  change(toast)
}

/** Restarts the open toast's full duration, after the person has paused it. */
export const extendToast = (): void => void (shownAt = Date.now())

/** How much longer the open toast is shown, in milliseconds. */
export const toastTimeLeft = (autoHideMs: number): number =>
  Math.max(0, Math.min(autoHideMs, shownAt + autoHideMs - Date.now()))

function change(next: ToastState) {
  // Storage may be full or unavailable: the toast is shown anyway.
  attempt(() =>
    sessionStorage.setItem(storageKey, JSON.stringify({ ...next, shown_at: shownAt, shown_on: shownOn })),
  )
  store.set(next)
}

function isStoredToast(value: unknown): value is ToastState & { shown_at: number; shown_on?: string } {
  if (typeof value !== 'object' || value === null) return false
  const { open, message, type, dismissible, shown_at } = value as Record<string, unknown>
  return (
    open === true &&
    typeof shown_at === 'number' &&
    typeof message === 'string' &&
    typeof dismissible === 'boolean' &&
    ['info', 'success', 'warning', 'error'].includes(type as string)
  )
}
