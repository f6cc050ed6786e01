/** Counts pending tracked requests (spec §2 Loading overlay). */
let count = 0
/** The part of them that waits for the user rather than for the network. */
let suspended = 0
const listeners = new Set<() => void>()

export const isPending = (): boolean => count > suspended

export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the overlay. @returns a function that ends this show; calling it again has no effect */
export function showOverlay(): () => void {
  let shown = true
  change(1)
  return () => {
    if (shown) change(-1)
    shown = false
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
  for (const listener of listeners) listener()
}
