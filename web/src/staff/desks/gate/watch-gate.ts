import { gateCountersCall, offlineListCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { noteServerTime } from '../../../platform/clock/server-clock.ts'
import { instantOf, isFault, isSilence, patience, type Gate } from './gate.ts'
import { postEndsAt } from './gate-post.ts'
import { usesSince } from './offline-list.ts'
import { sendQueue } from './send-queue.ts'

/** How old the list gets while there is a network, in milliseconds. */
const listAgeMs = 5 * 60_000

/** Takes up what an earlier page left on this device. */
export async function openGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  const kept = await store.read()
  const isSame = kept.list?.session_id === post.session.session_id && now() < postEndsAt(post)
  const { queue, conflicts } = kept
  gate.change({ queue, conflicts, ...(isSame ? { list: kept.list, uses: kept.uses } : {}) })
  if (!isSame && kept.list) await store.forgetList()
  await watchGate(gate)
}

/** One look around: tells what waits, asks for the numbers, keeps the list young, forgets it when the session is over. */
export async function watchGate(gate: Gate): Promise<void> {
  const { post, store, now } = gate.deps
  if (now() >= postEndsAt(post) && !gate.current().isOver) {
    gate.change({ isOver: true, list: null, uses: [] })
    await store.forgetList()
  }
  if (!(await sendQueue(gate))) return
  await askCounters(gate)
  const { isConnected, queue, retries, isOver } = gate.current()
  const isTold = queue.every(({ body }) => retries.has(body.client_scan_id))
  if (isConnected && isTold && !isOver) await refreshList(gate)
}

async function askCounters(gate: Gate): Promise<void> {
  const { session_id } = gate.deps.post.session
  const sent = await gate.deps.send(gateCountersCall, { params: { session_id }, signal: patience() })
  if (sent.ok) {
    noteServerTime(sent.server_time)
    gate.change({ counters: sent.data, isConnected: true, isFailing: false })
  } else if (isFault(sent.failure)) gate.change({ isConnected: true, isFailing: true })
  else if (isSilence(sent.failure)) gate.change({ isConnected: false })
}

async function refreshList(gate: Gate): Promise<void> {
  const { post, store, now, send, leaving: signal } = gate.deps
  const { list } = gate.current()
  // On plain http nothing can be hashed, so a list would be of no use.
  if ((globalThis.crypto as Partial<Crypto>).subtle === undefined) return
  if (list && now() - Date.parse(list.as_of) < listAgeMs) return
  const sent = await send(offlineListCall, { params: { session_id: post.session.session_id }, signal })
  if (!sent.ok || signal.aborted) return
  const fresh = { ...sent.data, as_of: sent.server_time ?? instantOf(gate) }
  const { uses: known, queue } = gate.current()
  // What waits may be older than the list and yet missing from it.
  const uses = queue.length > 0 ? known : usesSince(known, fresh.as_of)
  gate.change({ list: fresh, uses })
  await store.keepList(fresh, uses)
}
