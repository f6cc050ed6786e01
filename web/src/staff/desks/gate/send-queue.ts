import { overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { isFault, isSilence, patience, type Gate } from './gate.ts'
import {
  conflictOf,
  nextToTell,
  rejectedConflict,
  retryAfter,
  type Conflict,
  type QueuedScan,
} from './scan-queue.ts'

/** After so many faults one after the other it is the server, not what it is told. */
const enoughFaults = 3

/**
 * Tells the server what was done without it, in that order. What it sees otherwise is listed for a person; what it fails
 * at waits for its own next time and lets the others pass.
 * @returns whether the server can be asked other things now
 */
export async function sendQueue(gate: Gate): Promise<boolean> {
  const next = () => nextToTell(gate.current(), gate.deps.now())
  let faults = 0
  for (let queued = next(); queued && faults < enoughFaults; queued = next()) {
    const told = await tell(gate, queued)
    switch (told.at) {
      case 'told':
        await settle(gate, queued, told.conflict)
        faults = 0
        break
      case 'fault':
        noteFault(gate, queued)
        faults += 1
        break
      case 'silence':
        gate.change({ isConnected: false })
        return false
      case 'later':
        return false
      default:
        told satisfies never
    }
  }
  return true
}

/** The server failed at an attempt that waits: it is told again after a pause. */
export function noteFault(gate: Gate, { body }: QueuedScan): void {
  const retries = new Map(gate.current().retries)
  const id = body.client_scan_id
  retries.set(id, retryAfter(retries.get(id), gate.deps.now()))
  gate.change({ retries, isFailing: true })
}

type Told =
  | { at: 'told'; conflict: Conflict | null }
  | { at: 'fault' }
  | { at: 'silence' }
  /** Somebody else may tell it, or this device later. */
  | { at: 'later' }

async function tell(gate: Gate, queued: QueuedScan): Promise<Told> {
  const { send, now } = gate.deps
  const signal = patience()
  if (queued.kind === 'override') {
    const sent = await send(overrideScanCall, { body: queued.body, signal })
    return sent.ok ? { at: 'told', conflict: null } : afterFailure(queued, sent.failure, now())
  }
  const sent = await send(scanTicketCall, { body: queued.body, signal })
  return sent.ok
    ? { at: 'told', conflict: conflictOf(queued, sent.data, now()) }
    : afterFailure(queued, sent.failure, now())
}

function afterFailure(queued: QueuedScan, failure: Failure, now: number): Told {
  if (isSilence(failure)) return { at: 'silence' }
  if (isFault(failure)) return { at: 'fault' }
  // About who sends it, not about the scan: whoever signs in next sends it again.
  if (failure.kind === 'refused' && [401, 403, 429].includes(failure.status)) return { at: 'later' }
  const message = 'message' in failure && failure.message ? failure.message : 'O servidor não aceitou.'
  return { at: 'told', conflict: rejectedConflict(queued, message, now) }
}

async function settle(gate: Gate, queued: QueuedScan, conflict: Conflict | null): Promise<void> {
  const { client_scan_id } = queued.body
  const { store } = gate.deps
  // First what must be read, then what may go: a page that closes between the two repeats, and repeating is harmless.
  if (conflict) await store.keepConflict(conflict)
  await store.dropScan(client_scan_id)
  const { queue, conflicts } = gate.current()
  const retries = new Map(gate.current().retries)
  retries.delete(client_scan_id)
  gate.change({
    retries,
    queue: queue.filter(({ body }) => body.client_scan_id !== client_scan_id),
    ...(conflict ? { conflicts: [...conflicts.filter(isOther(client_scan_id)), conflict] } : {}),
  })
}

const isOther =
  (id: string) =>
  ({ client_scan_id }: Conflict): boolean =>
    client_scan_id !== id
