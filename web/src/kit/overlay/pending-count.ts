import { createStore } from '../store/create-store.ts'

/** Pending tracked requests (spec §2 Loading overlay); those `suspended` wait for the user rather than for the network. */
const requests = createStore({ count: 0, suspended: 0 })

const isShown = ({ count, suspended }: ReturnType<typeof requests.get>): boolean => count > suspended

export const isPending = (): boolean => isShown(requests.get())
export const usePending = (): boolean => isShown(requests.useValue())
export const subscribeToPending = requests.subscribe

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
  const { count } = requests.get()
  requests.set({ count, suspended: count })
  return () => requests.set({ ...requests.get(), suspended: 0 })
}

function change(by: 1 | -1) {
  const { count, suspended } = requests.get()
  requests.set({ count: count + by, suspended })
}
