import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { reportProblem } from '../../../platform/monitoring/report-problem.ts'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { letGateReload } from './gate-page.ts'
import type { Post } from './gate-post.ts'
import { deviceGateStore, keepIdentity } from './gate-store.ts'
import { createGate, type Gate, type GateState } from './gate.ts'
import { newId } from '../../parts/new-id.ts'
import { overrideAtGate, scanAtGate } from './scan-at-gate.ts'
import { openGate, watchGate } from './watch-gate.ts'

/** How often a gate looks around, in milliseconds. */
const watchEveryMs = 5000

/** The gate of a post for as long as it is shown. */
export function useGate(post: Post) {
  const send = useSend()
  const identity = useStaffIdentity()
  const [leaving] = useState(() => new AbortController())
  const [gate] = useState<Gate>(() =>
    createGate({
      post,
      send,
      store: deviceGateStore,
      now: serverNow,
      newId,
      leaving: leaving.signal,
      onFailure: (failure) => showFailure(failure, { place: 'endpoint' }),
    }),
  )
  const state: GateState = useSyncExternalStore(gate.subscribe, gate.current)
  const look = useLookAround(gate)
  useEffect(() => {
    void keepIdentity(identity)
    void letGateReload()
  }, [identity])

  useEffect(() => () => leaving.abort(), [leaving])

  // One attempt after the other: a USB reader is quicker than any network.
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const scan = useCallback(
    (text: string) => {
      turn.current = turn.current
        .then(() => scanAtGate(gate, text))
        .then(look)
        // A fault of ours must not silence the gate for whoever comes next.
        .catch(reportProblem)
    },
    [gate, look],
  )
  const override = (ticket_code: string, reason: string) => overrideAtGate(gate, ticket_code, reason)
  return { gate, state, scan, override, look }
}

/** Looks around from time to time, and when the device says that its network came or went. One look at a time. */
function useLookAround(gate: Gate): () => void {
  const looking = useRef<Promise<void> | null>(null)
  const look = useCallback(() => {
    looking.current ??= watchGate(gate).finally(() => {
      looking.current = null
    })
  }, [gate])
  useEffect(() => {
    looking.current = openGate(gate).finally(() => {
      looking.current = null
    })
    const lose = () => gate.change({ isConnected: false })
    const timer = setInterval(look, watchEveryMs)
    window.addEventListener('online', look)
    window.addEventListener('offline', lose)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
      window.removeEventListener('offline', lose)
    }
  }, [gate, look])
  return look
}
