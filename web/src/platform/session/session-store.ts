import { useSyncExternalStore } from 'react'

/** The session as this page knows it. */
export type Session =
  | { at: 'unknown' }
  | { at: 'signedOut' }
  | { at: 'signedIn'; level: 'customer' | 'identified'; customer_name: string | null }

/** Whether the person gave only a document. */
export const isIdentified = (who: Session): boolean => who.at === 'signedIn' && who.level === 'identified'

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

/** The session as the page knows it; always unknown on the server. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => unknown)
