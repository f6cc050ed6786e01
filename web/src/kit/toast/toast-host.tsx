import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CloseButton } from '../button/button.tsx'
import { toTopLayer } from '../overlay/top-layer.ts'
import { Icon } from '../icon/icon.tsx'
import {
  closeToast,
  countAction,
  extendToast,
  restoreToast,
  toastAutoHideMs,
  toastTimeLeft,
  useToast,
  type ToastType,
} from './toast-store.ts'
import css from './toast.module.css'

const actionEvents = ['click', 'keydown', 'popstate'] as const

const typeNames: Record<ToastType, string> = {
  info: 'Aviso',
  success: 'Pronto',
  warning: 'Atenção',
  error: 'Erro',
}
const tones = { info: '', success: 'good', warning: 'warn', error: 'bad' } as const

type ToastHostProps = {
  /** Duration of a dismissible toast, in milliseconds (spec §4 "configurable duration"). */
  autoHideMs?: number | undefined
}

/** Renders the toast: once per page, near the root. Hovering or focusing it pauses its timer. */
export function ToastHost({ autoHideMs = toastAutoHideMs }: ToastHostProps) {
  const toast = useToast()
  const [isPaused, setPaused] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => restoreToast(autoHideMs), [])
  useEffect(() => {
    for (const type of actionEvents) window.addEventListener(type, countAction, { capture: true })
    return () => {
      for (const type of actionEvents) window.removeEventListener(type, countAction, { capture: true })
    }
  }, [])
  // Raise it for each message: a dialog may have opened since the last one.
  useLayoutEffect(() => {
    toTopLayer(element.current)
    avoidQrCode(element.current)
    reserveToastSpace(element.current)
  }, [toast])
  useEffect(() => {
    if (!toast.open) return
    const avoid = () => avoidQrCode(element.current)
    window.addEventListener('scroll', avoid, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', avoid, { capture: true })
  }, [toast])
  useEffect(() => {
    if (!toast.open || !toast.dismissible || isPaused) return
    const timer = setTimeout(closeToast, toastTimeLeft(autoHideMs))
    return () => clearTimeout(timer)
  }, [toast, isPaused, autoHideMs])

  const resume = () => {
    extendToast()
    setPaused(false)
  }
  const isUrgent = toast.type === 'error' || toast.type === 'warning'
  const body = toast.open && (
    <div
      ref={element}
      className={css.toast}
      data-tone={tones[toast.type]}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={resume}
      onFocus={() => setPaused(true)}
      onBlur={resume}
    >
      <span className={css.icon}>
        <Icon name={toast.type === 'error' ? 'alert' : toast.type} size={22} />
      </span>
      <p className={css.message}>
        <span className="sr-only">{typeNames[toast.type]}: </span>
        {toast.message}
      </p>
      {toast.dismissible && (
        <CloseButton
          name="Fechar aviso"
          onClose={() => {
            setPaused(false)
            closeToast()
          }}
        />
      )}
    </div>
  )
  // Both live regions exist from the start: one inserted together with its text is not announced.
  return (
    <>
      <div role="status">{!isUrgent && body}</div>
      <div role="alert">{isUrgent && body}</div>
    </>
  )
}

/** Moves the toast to the top of the screen while it would cover a QR code, which the person is about to present. */
function avoidQrCode(toast: HTMLElement | null): void {
  if (!toast) return
  delete toast.dataset['position']
  const { top, bottom } = toast.getBoundingClientRect()
  const isCovering = [...document.querySelectorAll('[data-qr-code]')].some((code) => {
    const area = code.getBoundingClientRect()
    return area.bottom > top && area.top < bottom
  })
  if (isCovering) toast.dataset['position'] = 'top'
}

const spaceProperty = '--toast-room'
const controls = ':is(main, dialog[open]) :is(a, button, input, select, textarea)'

/**
 * Keeps controls from being covered by the toast: while it overlaps them, `--toast-room` on the page is the
 * space it takes, which the page, step buttons and dialog footers keep free. At the end of the page the scroll
 * position is kept. Null when no toast is open.
 */
function reserveToastSpace(toast: HTMLElement | null): void {
  const root = document.documentElement
  const wasAtBottom = window.scrollY + window.innerHeight >= root.scrollHeight - 1
  root.style.removeProperty(spaceProperty)
  if (!toast || toast.dataset['position'] === 'top') return
  const { top, height } = toast.getBoundingClientRect()
  const isOverlapping = [...document.querySelectorAll(controls)].some(
    (control) => control.getBoundingClientRect().bottom > top,
  )
  if (!isOverlapping) return
  root.style.setProperty(spaceProperty, `calc(${Math.ceil(height)}px + 2 * var(--space-5))`)
  if (wasAtBottom) window.scrollTo(0, root.scrollHeight)
}
