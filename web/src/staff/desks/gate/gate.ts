import type { gateCountersCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { createStore } from '../../../kit/store/create-store.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { Post } from './gate-post.ts'
import type { GateStore } from './gate-store.ts'
import type { KnownAdmission, OfflineList } from './offline-list.ts'
import type { Conflict, QueuedScan, Retry } from './scan-queue.ts'
import type { DisplayedScan } from './verdict.ts'

export type GateState = {
  /** Whether the server can be reached, even if it responds with errors. */
  readonly isConnected: boolean
  /** Whether the server's last response was a server error. */
  readonly isFailing: boolean
  readonly list: OfflineList | null
  /** The server's message while it does not offer the list yet. */
  readonly listRefusal: string | null
  readonly admissions: readonly KnownAdmission[]
  /** Scans decided offline, in order. */
  readonly queue: readonly QueuedScan[]
  /** Failed attempts to send queued scans, by scan id. */
  readonly retries: ReadonlyMap<string, Retry>
  readonly conflicts: readonly Conflict[]
  readonly counters: DataOf<typeof gateCountersCall>
  readonly shown: DisplayedScan | null
  readonly isScanning: boolean
  /** The session has ended and its list is deleted. */
  readonly hasEnded: boolean
}

export type GateContext = {
  readonly post: Post
  readonly send: Send
  readonly store: GateStore
  /** Estimated server time, in milliseconds. */
  readonly now: () => number
  readonly newId: () => string
  /** Aborted when the user leaves the gate screen: later responses are not stored. */
  readonly signal: AbortSignal
  /** Called with a refusal that is not the result of a scan. */
  readonly onFailure: (failure: Failure) => void
}

/** A gate in use: its dependencies and its state. */
export type Gate = {
  readonly deps: GateContext
  readonly current: () => GateState
  readonly change: (next: Partial<GateState>) => void
  /** The state in a component. */
  readonly useState: () => GateState
}

export function createGate(deps: GateContext): Gate {
  const { get, set, useValue } = createStore<GateState>({
    isConnected: true,
    isFailing: false,
    list: null,
    listRefusal: null,
    admissions: [],
    queue: [],
    retries: new Map(),
    conflicts: [],
    counters: [],
    shown: null,
    isScanning: false,
    hasEnded: false,
  })
  return { deps, current: get, change: (next) => set({ ...get(), ...next }), useState: useValue }
}

/** Time limit for a response at the gate, in milliseconds; after it the list decides. */
const responseTimeoutMs = 4000
export const responseTimeout = (): AbortSignal => AbortSignal.timeout(responseTimeoutMs)

/** Whether there was no response. */
export const isNoResponse = ({ kind }: Failure): boolean => kind === 'network' || kind === 'aborted'

/** Whether the response is a server error, or came from a proxy in front of the server. */
export const isServerError = ({ kind }: Failure): boolean => kind === 'server' || kind === 'unrecognized'

export const instantOf = ({ deps }: Gate): string => new Date(deps.now()).toISOString()
