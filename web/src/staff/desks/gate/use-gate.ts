import { useCallback, useEffect, useRef, useState } from 'react'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { captureError } from '../../../platform/monitoring/capture-error.ts'
import { newId } from '../../../parts/new-id.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { enableOfflineReload } from './gate-page.ts'
import type { Post } from './gate-post.ts'
import { deviceGateStore, saveIdentity } from './gate-store.ts'
import { createGate, type Gate } from './gate.ts'
import { openGate, pollGate } from './poll-gate.ts'
import { overrideAtGate, scanAtGate } from './scan-at-gate.ts'

/** Polling interval of a gate, in milliseconds. */
const pollIntervalMs = 5000

/** The gate of a post while it is shown. */
export function useGate(post: Post) {
  const send = useSend()
  const identity = useStaffIdentity()
  const [controller] = useState(() => new AbortController())
  const [gate] = useState<Gate>(() =>
    createGate({
      post,
      send,
      store: deviceGateStore,
      now: serverNow,
      newId,
      signal: controller.signal,
      onFailure: (failure) => showFailure(failure, { place: 'endpoint' }),
    }),
  )
  const state = gate.useState()
  const poll = usePolling(gate)
  useEffect(() => {
    void saveIdentity(identity)
    void enableOfflineReload()
  }, [identity])

  useEffect(() => () => controller.abort(), [controller])

  // One attempt at a time: a USB scanner can be faster than the network.
  const lastScan = useRef<Promise<unknown>>(Promise.resolve())
  const scan = useCallback(
    (text: string) => {
      lastScan.current = lastScan.current
        .then(() => scanAtGate(gate, text))
        .then(poll)
        // An unexpected error must not block the scans that follow.
        .catch(captureError)
    },
    [gate, poll],
  )
  const override = (ticket_code: string, reason: string) => overrideAtGate(gate, ticket_code, reason)
  return { gate, state, scan, override, poll }
}

/** Polls at an interval and when the device goes on- or offline. One poll at a time. */
function usePolling(gate: Gate): () => void {
  const running = useRef<Promise<void> | null>(null)
  const poll = useCallback(() => {
    running.current ??= pollGate(gate).finally(() => {
      running.current = null
    })
  }, [gate])
  useEffect(() => {
    running.current = openGate(gate).finally(() => {
      running.current = null
    })
    const setOffline = () => gate.change({ isConnected: false })
    const timer = setInterval(poll, pollIntervalMs)
    window.addEventListener('online', poll)
    window.addEventListener('offline', setOffline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', poll)
      window.removeEventListener('offline', setOffline)
    }
  }, [gate, poll])
  return poll
}

/** Keeps the screen on while the page is visible, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>
    if (!wakeLock) return
    let isUnmounted = false
    let lock: WakeLockSentinel | undefined
    const tryLock = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await wakeLock.request('screen')
        if (isUnmounted) await lock.release()
      } catch {
        // Refused when the battery is low: the screen then turns off as usual.
      }
    }
    const requestLock = () => void tryLock()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', requestLock)
    requestLock()
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release().catch(() => {})
    }
  }, [])
}
