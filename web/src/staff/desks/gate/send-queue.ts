import { overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { isServerError, isNoAnswer, answerTimeout, type Gate } from './gate.ts'
import {
  conflictOf,
  nextToSend,
  rejectedConflict,
  retryAfter,
  type Conflict,
  type QueuedScan,
} from './scan-queue.ts'

/** After this many consecutive server errors the cause is the server, not the scan. */
const maxConsecutiveErrors = 3

/**
 * Sends the queued scans in order. Contradictions are listed for the steward; a scan that causes a server error
 * waits for its own backoff and does not block the others.
 * @returns whether the server can answer other requests now
 */
export async function sendQueue(gate: Gate): Promise<boolean> {
  const next = () => nextToSend(gate.current(), gate.deps.now())
  let errors = 0
  for (let queued = next(); queued && errors < maxConsecutiveErrors; queued = next()) {
    const outcome = await sendQueued(gate, queued)
    switch (outcome.at) {
      case 'sent':
        await removeSent(gate, queued, outcome.conflict)
        errors = 0
        break
      case 'server-error':
        recordServerError(gate, queued)
        errors += 1
        break
      case 'no-answer':
        gate.change({ isConnected: false })
        return false
      case 'later':
        return false
      default:
        outcome satisfies never
    }
  }
  return true
}

/** Records a server error for a queued scan: it is sent again after a pause. */
export function recordServerError(gate: Gate, { body }: QueuedScan): void {
  const retries = new Map(gate.current().retries)
  const id = body.client_scan_id
  retries.set(id, retryAfter(retries.get(id), gate.deps.now()))
  gate.change({ retries, isFailing: true })
}

type SendOutcome =
  | { at: 'sent'; conflict: Conflict | null }
  | { at: 'server-error' }
  | { at: 'no-answer' }
  /** The scan stays queued: another staff member, or this device later, may send it. */
  | { at: 'later' }

async function sendQueued(gate: Gate, queued: QueuedScan): Promise<SendOutcome> {
  const { send, now } = gate.deps
  const signal = answerTimeout()
  if (queued.kind === 'override') {
    const sent = await send(overrideScanCall, { body: queued.body, signal })
    return sent.ok ? { at: 'sent', conflict: null } : afterFailure(queued, sent.failure, now())
  }
  const sent = await send(scanTicketCall, { body: queued.body, signal })
  return sent.ok
    ? { at: 'sent', conflict: conflictOf(queued, sent.data, now()) }
    : afterFailure(queued, sent.failure, now())
}

function afterFailure(queued: QueuedScan, failure: Failure, now: number): SendOutcome {
  if (isNoAnswer(failure)) return { at: 'no-answer' }
  if (isServerError(failure)) return { at: 'server-error' }
  // A refusal of the sender, not of the scan: the next staff member who signs in sends it again.
  if (failure.kind === 'refused' && [401, 403, 429].includes(failure.status)) return { at: 'later' }
  const message = 'message' in failure && failure.message ? failure.message : 'O servidor não aceitou.'
  return { at: 'sent', conflict: rejectedConflict(queued, message, now) }
}

async function removeSent(gate: Gate, queued: QueuedScan, conflict: Conflict | null): Promise<void> {
  const { client_scan_id } = queued.body
  const { store } = gate.deps
  // Store the conflict before removing the scan: if the page closes in between, the scan is sent again, which is
  // harmless.
  if (conflict) await store.saveConflict(conflict)
  await store.deleteScan(client_scan_id)
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
