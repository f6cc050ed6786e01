import type { SessionEnd } from '@clube/contract/identity/session-calls.ts'
import { createStore } from '../../kit/store/create-store.ts'

/** Why the last session of this page ended: as reported by the server, signed out in another tab, or unknown. */
export const {
  get: currentSessionEnd,
  set: setSessionEnd,
  useValue: useSessionEnd,
} = createStore<SessionEnd | 'signed-out' | 'unknown' | null>(null)
