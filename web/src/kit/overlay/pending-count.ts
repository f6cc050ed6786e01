/** How many tracked requests run (spec §2 Loading overlay): concurrent shows and hides are counted. */
let count = 0
const listeners = new Set<() => void>()

export const isPending = (): boolean => count > 0

export function subscribeToPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the overlay; the answer takes this one show back, once. */
export function showOverlay(): () => void {
  let shown = true
  change(1)
  return () => {
    if (shown) change(-1)
    shown = false
  }
}

/** Shows the overlay until the promise ends, well or badly. */
export async function trackPending<Result>(promise: Promise<Result>): Promise<Result> {
  const hide = showOverlay()
  try {
    return await promise
  } finally {
    hide()
  }
}

function change(by: 1 | -1) {
  count += by
  for (const listener of listeners) listener()
}
