import type { gateCountersCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { Post } from './gate-post.ts'
import type { GateStore } from './gate-store.ts'
import type { KnownUse, OfflineList } from './offline-list.ts'
import type { Conflict, QueuedScan, Retry } from './scan-queue.ts'
import type { Shown } from './verdict.ts'

export type GateState = {
  /** Whether the server can be reached; one that answers with a fault of its own can. */
  readonly isConnected: boolean
  /** Its last answer was a fault. */
  readonly isFailing: boolean
  readonly list: OfflineList | null
  readonly uses: readonly KnownUse[]
  /** Done without a network, in this order. */
  readonly queue: readonly QueuedScan[]
  /** Those of the queue that the server failed at, by their id. */
  readonly retries: ReadonlyMap<string, Retry>
  readonly conflicts: readonly Conflict[]
  readonly counters: DataOf<typeof gateCountersCall>
  readonly shown: Shown | null
  readonly isScanning: boolean
  /** The session is over: its list is gone. */
  readonly isOver: boolean
}

export type GateDeps = {
  readonly post: Post
  readonly send: Send
  readonly store: GateStore
  /** The server's time in milliseconds, as well as it is known. */
  readonly now: () => number
  readonly newId: () => string
  /** Aborted when nobody stands here any more: what comes later is not kept. */
  readonly leaving: AbortSignal
  /** Told of a "no" that is no result of a scan. */
  readonly onFailure: (failure: Failure) => void
}

/** One gate at work: what it needs, and what it knows. */
export type Gate = {
  readonly deps: GateDeps
  readonly current: () => GateState
  readonly change: (next: Partial<GateState>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createGate(deps: GateDeps): Gate {
  let state: GateState = {
    isConnected: true,
    isFailing: false,
    list: null,
    uses: [],
    queue: [],
    retries: new Map(),
    conflicts: [],
    counters: [],
    shown: null,
    isScanning: false,
    isOver: false,
  }
  const listeners = new Set<() => void>()
  return {
    deps,
    current: () => state,
    change: (next) => {
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Nobody waits longer at a gate: then the list answers. In milliseconds. */
const patienceMs = 4000
export const patience = (): AbortSignal => AbortSignal.timeout(patienceMs)

/** Whether nobody answered. */
export const isSilence = ({ kind }: Failure): boolean => kind === 'network' || kind === 'aborted'

/** Whether what answered could not: the server failed, or something before it spoke in its place. */
export const isFault = ({ kind }: Failure): boolean => kind === 'server' || kind === 'unrecognised'

export const instantOf = ({ deps }: Gate): string => new Date(deps.now()).toISOString()
