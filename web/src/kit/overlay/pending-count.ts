import { createStore } from '../store/create-store.ts'

/** Pending tracked requests (spec §2 Loading overlay). */
let count = 0
/** Number of them that wait for the user rather than for the network. */
let suspended = 0

const shown = createStore(false)
export const { get: isPending, subscribe: subscribeToPending, useValue: usePending } = shown

/** Shows the overlay. @returns a function that hides it; calling it again has no effect */
export function showOverlay(): () => void {
  let isShown = true
  change(1)
  return () => {
    if (isShown) change(-1)
    isShown = false
  }
}

/** Shows the overlay until the promise settles. */
export async function trackPending<Result>(promise: Promise<Result>): Promise<Result> {
  const hide = showOverlay()
  try {
    return await promise
  } finally {
    hide()
  }
}

/** Hides the overlay for requests that wait for the person; later requests show it. @returns a function that shows it again */
export function suspendOverlay(): () => void {
  suspended = count
  change(0)
  return () => {
    suspended = 0
    change(0)
  }
}

function change(by: 1 | 0 | -1) {
  count += by
  shown.set(count > suspended)
}
