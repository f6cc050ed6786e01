import { useLayoutEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { isKiosk } from '../storage/service-channel.ts'

/** A page with unsaved work. */
type Guard = {
  pathname: string
  href: string
  /** Asks the person; `leave` continues the navigation. */
  ask: (leave: () => void) => void
}

const guards = new Set<Guard>()

function handleBack(event: PopStateEvent): void {
  const [guard] = guards
  if (!guard || window.location.pathname === guard.pathname) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', guard.href)
  guard.ask(() => window.history.back())
}
// Before the router's listener, which then does not run: browsers call the window's listeners in the order of registration.
if (typeof window !== 'undefined') window.addEventListener('popstate', handleBack)

/** Navigation that asks while a guard is active. Redirects replace the page and are not asked about. */
export const guardNavigation =
  (navigateNow: AroundNavHandler): AroundNavHandler =>
  (navigate, to, options) => {
    const [guard] = guards
    const leave = () => navigateNow(navigate, to, options)
    if (guard && options?.replace !== true) guard.ask(leave)
    else leave()
  }

/**
 * While needed, leaving the page by a link, by the back button or by closing it asks for confirmation. A kiosk can still be
 * reloaded, which ends a session that nobody uses.
 * @returns the state of the dialog that asks
 */
export function useLeaveGuard(isNeeded: boolean): {
  open: boolean
  onClose: () => void
  onConfirm: () => void
} {
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null)
  const stop = useRef(() => {})
  // A layout effect, so that the guard is active for the very next event.
  useLayoutEffect(() => {
    if (!isNeeded) return
    const { href, pathname } = window.location
    const guard: Guard = { href, pathname, ask: (leave) => setLeaving({ leave }) }
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.add(guard)
    if (!isKiosk()) window.addEventListener('beforeunload', handleUnload)
    stop.current = () => {
      guards.delete(guard)
      window.removeEventListener('beforeunload', handleUnload)
    }
    return () => stop.current()
  }, [isNeeded])
  return {
    open: leaving !== null,
    onClose: () => setLeaving(null),
    onConfirm: () => {
      stop.current()
      setLeaving(null)
      leaving?.leave()
    },
  }
}
