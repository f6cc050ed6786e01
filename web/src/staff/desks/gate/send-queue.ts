import { overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { isSilence, patience, type Gate } from './gate.ts'
import { conflictOf, rejectedConflict, type Conflict, type QueuedScan } from './scan-queue.ts'

/**
 * Tells the server what was done without a network, in that order. What it sees otherwise is listed for a person.
 * @returns whether nothing waits any more
 */
export async function sendQueue(gate: Gate): Promise<boolean> {
  for (let queued = gate.current().queue[0]; queued; queued = gate.current().queue[0]) {
    const told = await tell(gate, queued)
    if (told.at === 'later') {
      if (told.isSilent) gate.change({ isConnected: false })
      return false
    }
    await settle(gate, queued, told.conflict)
  }
  return true
}

type Told = { at: 'told'; conflict: Conflict | null } | { at: 'later'; isSilent: boolean }

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
  if (isSilence(failure)) return { at: 'later', isSilent: true }
  // About who sends it, not about the scan: whoever signs in next sends it again.
  if (failure.kind === 'refused' && [401, 403, 429].includes(failure.status))
    return { at: 'later', isSilent: false }
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
  gate.change({
    queue: queue.filter(({ body }) => body.client_scan_id !== client_scan_id),
    ...(conflict ? { conflicts: [...conflicts.filter(isOther(client_scan_id)), conflict] } : {}),
  })
}

const isOther =
  (id: string) =>
  ({ client_scan_id }: Conflict): boolean =>
    client_scan_id !== id
