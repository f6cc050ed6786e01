import { useLayoutEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { isKiosk } from '../storage/service-channel.ts'

/** A page with unsaved work. */
type Guard = {
  pathname: string
  href: string
  /** Requests confirmation; `leave` continues the navigation. */
  confirm: (leave: () => void) => void
}

const guards = new Set<Guard>()

function handleBack(event: PopStateEvent): void {
  const [guard] = guards
  if (!guard || window.location.pathname === guard.pathname) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', guard.href)
  guard.confirm(() => window.history.back())
}
// Before the router's listener, which then does not run: browsers call the window's listeners in the order of registration.
if (typeof window !== 'undefined') window.addEventListener('popstate', handleBack)

/** Navigation that requires confirmation while a guard is active, except redirects, which replace the page. */
export const guardNavigation =
  (navigateNow: AroundNavHandler): AroundNavHandler =>
  (navigate, to, options) => {
    const [guard] = guards
    const leave = () => navigateNow(navigate, to, options)
    if (guard && options?.replace !== true) guard.confirm(leave)
    else leave()
  }

/**
 * While needed, leaving the page by a link, by the back button or by closing it requires confirmation. A kiosk can still
 * be reloaded, so that an abandoned session can end.
 * @returns the state of the confirmation dialog
 */
export function useLeaveGuard(isNeeded: boolean): {
  open: boolean
  onClose: () => void
  onConfirm: () => void
} {
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null)
  const deactivate = useRef(() => {})
  // A layout effect, so that the guard is active for the very next event.
  useLayoutEffect(() => {
    if (!isNeeded) return
    const { href, pathname } = window.location
    const guard: Guard = { href, pathname, confirm: (leave) => setLeaving({ leave }) }
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.add(guard)
    if (!isKiosk()) window.addEventListener('beforeunload', handleUnload)
    deactivate.current = () => {
      guards.delete(guard)
      window.removeEventListener('beforeunload', handleUnload)
    }
    return () => deactivate.current()
  }, [isNeeded])
  return {
    open: leaving !== null,
    onClose: () => setLeaving(null),
    onConfirm: () => {
      deactivate.current()
      setLeaving(null)
      leaving?.leave()
    },
  }
}
