import { gateCountersCall, offlineListCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { instantOf, isServerError, isNoAnswer, answerTimeout, type Gate } from './gate.ts'
import { postEndsAt } from './gate-post.ts'
import { usesSince } from './offline-list.ts'
import { sendQueue } from './send-queue.ts'

/** Maximum age of the list while there is a network, in milliseconds. */
const listAgeMs = 5 * 60_000

/** Restores what an earlier page stored on this device. */
export async function openGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  const stored = await store.read()
  const isSame = stored.list?.session_id === post.session.session_id && now() < postEndsAt(post)
  const { queue, conflicts } = stored
  gate.change({ queue, conflicts, ...(isSame ? { list: stored.list, uses: stored.uses } : {}) })
  if (!isSame && stored.list) await store.deleteList()
  await pollGate(gate)
}

/** One poll: sends queued scans, loads the numbers, refreshes the list, and deletes it when the session has ended. */
export async function pollGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  if (now() >= postEndsAt(post) && !gate.current().isOver) {
    gate.change({ isOver: true, list: null, uses: [] })
    await store.deleteList()
  }
  if (!(await sendQueue(gate))) return
  await loadCounters(gate)
  const { isConnected, queue, retries, isOver } = gate.current()
  const isSent = queue.every(({ body }) => retries.has(body.client_scan_id))
  if (isConnected && isSent && !isOver) await refreshList(gate)
}

async function loadCounters(gate: Gate): Promise<void> {
  const { session_id } = gate.deps.post.session
  const sent = await gate.deps.send(gateCountersCall, { params: { session_id }, signal: answerTimeout() })
  if (sent.ok) {
    syncServerTime(sent.server_time)
    gate.change({ counters: sent.data, isConnected: true, isFailing: false })
  } else if (isServerError(sent.failure)) gate.change({ isConnected: true, isFailing: true })
  else if (isNoAnswer(sent.failure)) gate.change({ isConnected: false })
}

async function refreshList(gate: Gate): Promise<void> {
  const { post, store, now, send, leaving: signal } = gate.deps
  const { list } = gate.current()
  // Over plain http nothing can be hashed, so a list would be useless.
  if ((globalThis.crypto as Partial<Crypto>).subtle === undefined) return
  if (list && now() - Date.parse(list.as_of) < listAgeMs) return
  const sent = await send(offlineListCall, { params: { session_id: post.session.session_id }, signal })
  if (!sent.ok || signal.aborted) return
  const fresh = { ...sent.data, as_of: sent.server_time ?? instantOf(gate) }
  const { uses: known, queue } = gate.current()
  // Queued admissions may be older than the list and still be missing from it.
  const uses = queue.length > 0 ? known : usesSince(known, fresh.as_of)
  gate.change({ list: fresh, uses })
  await store.saveList(fresh, uses)
}
