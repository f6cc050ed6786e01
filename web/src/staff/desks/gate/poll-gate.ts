import {
  gateCountersCall,
  offlineListCall,
  overrideScanCall,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { undoneScanRefusal } from '@clube/contract/event-tickets/refusals.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { instantOf, isServerError, isNoResponse, responseTimeout, type Gate } from './gate.ts'
import { postEndsAt } from './gate-post.ts'
import { admissionsSince } from './offline-list.ts'
import {
  conflictOf,
  nextToSend,
  rejectedConflict,
  retryAfter,
  undoneConflict,
  type Conflict,
  type QueuedScan,
} from './scan-queue.ts'

/** Maximum age of the list while online, in milliseconds. */
const listAgeMs = 5 * 60_000

/** Restores what an earlier page stored on this device. */
export async function openGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  const stored = await store.read()
  const isSame = stored.list?.session_id === post.session.session_id && now() < postEndsAt(post)
  const { queue, conflicts } = stored
  gate.change({ queue, conflicts, ...(isSame ? { list: stored.list, admissions: stored.admissions } : {}) })
  if (!isSame && stored.list) await store.deleteList()
  await pollGate(gate)
}

/** One poll: sends queued scans, loads the numbers, refreshes the list, and deletes it when the session has ended. */
export async function pollGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  if (now() >= postEndsAt(post) && !gate.current().hasEnded) {
    gate.change({ hasEnded: true, list: null, admissions: [] })
    await store.deleteList()
  }
  if (!(await sendQueue(gate))) return
  await loadCounters(gate)
  const { isConnected, queue, retries, hasEnded } = gate.current()
  const isSent = queue.every(({ body }) => retries.has(body.client_scan_id))
  if (isConnected && isSent && !hasEnded) await refreshList(gate)
}

async function loadCounters(gate: Gate): Promise<void> {
  const { session_id } = gate.deps.post.session
  const sent = await gate.deps.send(gateCountersCall, { params: { session_id }, signal: responseTimeout() })
  if (sent.ok) {
    syncServerTime(sent.server_time)
    gate.change({ counters: sent.data, isConnected: true, isFailing: false })
  } else if (isServerError(sent.failure)) gate.change({ isConnected: true, isFailing: true })
  else if (isNoResponse(sent.failure)) gate.change({ isConnected: false })
}

async function refreshList(gate: Gate): Promise<void> {
  const { post, store, now, send, signal } = gate.deps
  const { list } = gate.current()
  // Over plain http nothing can be hashed, so a list would be useless.
  if ((globalThis.crypto as Partial<Crypto>).subtle === undefined) return
  if (list && now() - Date.parse(list.as_of) < listAgeMs) return
  const sent = await send(offlineListCall, { params: { session_id: post.session.session_id }, signal })
  if (signal.aborted) return
  if (!sent.ok) {
    const { failure } = sent
    return gate.change({ listRefusal: failure.kind === 'refused' ? failure.message : null })
  }
  const fresh = { ...sent.data, as_of: sent.server_time ?? instantOf(gate) }
  const { admissions: known, queue } = gate.current()
  // Queued admissions may be older than the list and still be missing from it.
  const admissions = queue.length > 0 ? known : admissionsSince(known, fresh.as_of)
  gate.change({ list: fresh, listRefusal: null, admissions })
  await store.saveList(fresh, admissions)
}

/** After this many consecutive server errors the cause is the server, not the scan. */
const maxConsecutiveErrors = 3

/**
 * Sends the queued scans in order. Contradictions are listed for the steward; a scan that causes a server error
 * waits for its own backoff and does not block the others.
 * @returns whether other requests can be sent now
 */
async function sendQueue(gate: Gate): Promise<boolean> {
  const next = () => nextToSend(gate.current(), gate.deps.now())
  let errors = 0
  for (let queued = next(); queued && errors < maxConsecutiveErrors; queued = next()) {
    const outcome = await sendQueued(gate, queued)
    switch (outcome.kind) {
      case 'sent':
        await removeSent(gate, queued, outcome.conflict)
        errors = 0
        break
      case 'server-error':
        recordServerError(gate, queued)
        errors += 1
        break
      case 'no-response':
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
  | { kind: 'sent'; conflict: Conflict | null }
  | { kind: 'server-error' }
  | { kind: 'no-response' }
  /** The scan stays queued: another staff member, or this device later, may send it. */
  | { kind: 'later' }

async function sendQueued(gate: Gate, queued: QueuedScan): Promise<SendOutcome> {
  const { send, now } = gate.deps
  const signal = responseTimeout()
  if (queued.kind === 'override') {
    const sent = await send(overrideScanCall, { body: queued.body, signal })
    return sent.ok ? { kind: 'sent', conflict: null } : afterFailure(queued, sent.failure, now())
  }
  const sent = await send(scanTicketCall, { body: queued.body, signal })
  return sent.ok
    ? { kind: 'sent', conflict: conflictOf(queued, sent.data, now()) }
    : afterFailure(queued, sent.failure, now())
}

const undoneCode: keyof typeof undoneScanRefusal = 'event-tickets.scan-undone'

function afterFailure(queued: QueuedScan, failure: Failure, now: number): SendOutcome {
  if (isNoResponse(failure)) return { kind: 'no-response' }
  if (isServerError(failure)) return { kind: 'server-error' }
  // A refusal of the sender, not of the scan: the next staff member who signs in sends it again.
  if (failure.kind === 'refused' && [401, 403, 429].includes(failure.status)) return { kind: 'later' }
  if (failure.kind === 'refused' && failure.code === undoneCode)
    return { kind: 'sent', conflict: undoneConflict(queued, now) }
  const message = 'message' in failure && failure.message ? failure.message : 'O clube não aceitou.'
  return { kind: 'sent', conflict: rejectedConflict(queued, message, now) }
}

async function removeSent(gate: Gate, queued: QueuedScan, conflict: Conflict | null): Promise<void> {
  const { client_scan_id } = queued.body
  const { store } = gate.deps
  // Store the conflict before removing the scan: if the page closes in between, the scan is sent again, which is
  // harmless.
  if (conflict) await store.saveConflict(conflict)
  await store.deleteScan(client_scan_id)
  const { queue, conflicts, shown } = gate.current()
  const retries = new Map(gate.current().retries)
  retries.delete(client_scan_id)
  const isDisputed = conflict && queued.kind === 'scan' && queued.body.admitted_offline
  gate.change({
    retries,
    // Neither the green result nor the undo of this admission must remain on the screen.
    ...(isDisputed && shown?.id === client_scan_id
      ? { shown: { ...shown, outcome: { kind: 'disputed' } } }
      : {}),
    queue: queue.filter(({ body }) => body.client_scan_id !== client_scan_id),
    ...(conflict ? { conflicts: [...conflicts.filter(isOther(client_scan_id)), conflict] } : {}),
  })
}

const isOther =
  (id: string) =>
  ({ client_scan_id }: Conflict): boolean =>
    client_scan_id !== id
