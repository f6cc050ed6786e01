import { useSyncExternalStore } from 'react'
import { suspendOverlay } from '../../kit/overlay/pending-count.ts'
import type { Send } from '../api/client.ts'
import { isKernelRefusal } from '../api/failure.ts'

type Request = { promise: Promise<boolean>; settle: (confirmed: boolean) => void }

let request: Request | null = null
const listeners = new Set<() => void>()

const change = (next: Request | null) => {
  request = next
  for (const listener of listeners) listener()
}

/**
 * Requests the password of a passwordless session in a dialog over the current page. Concurrent requests share the dialog.
 * @returns whether it was given; false immediately when no page can show the dialog
 */
export function requestPassword(): Promise<boolean> {
  if (request) return request.promise
  if (listeners.size === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // The loading overlay of the call that waits for the password would cover the dialog.
  const resume = suspendOverlay()
  change({
    promise,
    settle: (confirmed) => {
      resume()
      change(null)
      resolve(confirmed)
    },
  })
  return promise
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Without a page that shows the dialog, the request counts as declined.
    if (listeners.size === 0) request?.settle(false)
  }
}

/** The callback that settles the pending request, or null if there is none. */
export const usePasswordRequest = (): Request['settle'] | null =>
  useSyncExternalStore(
    subscribe,
    () => request?.settle ?? null,
    () => null,
  )

/** Requests the password when a call requires it, and sends the call once more. */
export const withPasswordPrompt =
  (send: Send): Send =>
  async (call, input) => {
    const sent = await send(call, input)
    const isNeeded = !sent.ok && isKernelRefusal(sent.failure, 'session.password-required')
    return isNeeded && (await requestPassword()) ? send(call, input) : sent
  }
