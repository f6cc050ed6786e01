import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  count += by
  for (const listener of listeners) listener()
}

/** Shows the page-transition indicator until the promise settles (spec §2). */
export async function trackNavigation(arriving: Promise<unknown>): Promise<void> {
  change(1)
  try {
    await arriving
  } finally {
    change(-1)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page transition is in progress. */
export const useNavigationPending = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  )
