import { useSyncExternalStore } from 'react'

/** Who is here, as far as this page knows. */
export type Session =
  | { at: 'unknown' }
  | { at: 'signedOut' }
  | { at: 'signedIn'; level: 'customer' | 'identified'; customer_name: string | null }

const unknown: Session = { at: 'unknown' }
let session: Session = unknown
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session as the page knows it; on the server nobody is known. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => unknown)
