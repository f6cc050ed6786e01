import { createStore } from '../store/create-store.ts'

/** Pending tracked requests (spec §2 Loading overlay). */
let count = 0
/** Those of them that wait for the user rather than for the network. */
let suspended = 0

const shown = createStore(false)
export const { get: isPending, subscribe: subscribeToPending, useValue: usePending } = shown

/** Shows the overlay. @returns a function that ends this show; calling it again has no effect */
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

/** Takes the overlay away from requests that wait for the person; what begins meanwhile shows it. The answer ends that. */
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
