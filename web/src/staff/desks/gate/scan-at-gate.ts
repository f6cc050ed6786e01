import { overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { instantOf, isServerError, isNoResponse, responseTimeout, type Gate } from './gate.ts'
import {
  decideOffline,
  findAdmission,
  findListed,
  hashTicketCode,
  type GateResponse,
} from './offline-list.ts'
import { recordServerError } from './poll-gate.ts'
import { queuedScan, type QueuedScan } from './scan-queue.ts'
import type { DisplayedScan } from './verdict.ts'

/**
 * Decides one attempt: by the server if it responds, else by the list, and the scan is queued for the server. While
 * anything is queued, the list keeps deciding: a person admitted offline must not be admitted again before the server
 * has recorded it. A scan that caused a server error blocks only the same ticket.
 */
export async function scanAtGate(gate: Gate, text: string): Promise<void> {
  const { gate: name } = gate.deps.post
  const ticket_code = text.trim().slice(0, maxCodeLength)
  if (ticket_code === '') return
  gate.change({ isScanning: true })
  const body = { ...attemptAt(gate), ticket_code }
  const show = (outcome: DisplayedScan['outcome']) =>
    gate.change({
      isScanning: false,
      shown: { id: body.client_scan_id, ticket_code, scanned_at: body.scanned_at, outcome },
    })
  const { list: known } = gate.current()
  const hash = known && (await hashTicketCode(known, ticket_code))
  let hasFailed = false
  if (canSendDirectly(gate) && !isAdmittedHere(gate, hash)) {
    const sent = await gate.deps.send(scanTicketCall, { body, signal: responseTimeout() })
    if (sent.ok) {
      await saveAdmission(gate, hash, sent.data)
      return show({ kind: 'by_server', response: sent.data })
    }
    hasFailed = isServerError(sent.failure)
    if (!hasFailed && !isNoResponse(sent.failure)) {
      gate.change({ isScanning: false })
      return gate.deps.onFailure(sent.failure)
    }
    gate.change(hasFailed ? { isFailing: true } : { isConnected: false })
  }
  const { list, admissions, isConnected: isOnline } = gate.current()
  if (!list) return show({ kind: 'undecided', isOnline })
  const response = decideOffline({ list, admissions }, { hash, scanned_at: body.scanned_at, gate: name })
  const queued = queuedScan(body, response.result)
  await enqueue(gate, queued)
  if (hasFailed) recordServerError(gate, queued)
  if (response.result === 'admitted') await saveAdmission(gate, hash, response)
  show({ kind: 'by_list', response, as_of: list.as_of, isOnline })
}

/** Admits a person whose ticket was refused. @returns whether it is done, now or queued */
export async function overrideAtGate(gate: Gate, ticket_code: string, reason: string): Promise<boolean> {
  const body = { ...attemptAt(gate), ticket_code, reason }
  const done = (queued: boolean) => {
    const outcome = { kind: 'overridden', queued } as const
    gate.change({ shown: { id: body.client_scan_id, ticket_code, scanned_at: body.scanned_at, outcome } })
    return true
  }
  if (canSendDirectly(gate)) {
    const sent = await gate.deps.send(overrideScanCall, { body, signal: responseTimeout() })
    if (sent.ok) return done(false)
    const hasFailed = isServerError(sent.failure)
    if (!hasFailed && !isNoResponse(sent.failure)) {
      gate.deps.onFailure(sent.failure)
      return false
    }
    gate.change(hasFailed ? { isFailing: true } : { isConnected: false })
  }
  await enqueue(gate, { kind: 'override', body })
  return done(true)
}

/** The contract's maximum length: a camera may read any QR code. */
const maxCodeLength = 200

/** Fields that every attempt sends: id, time and gate. */
export const attemptAt = (gate: Gate) => ({
  session_id: gate.deps.post.session.session_id,
  gate: gate.deps.post.gate,
  scanned_at: instantOf(gate),
  client_scan_id: gate.deps.newId(),
})

/**
 * Whether scans are sent immediately: the server is reachable, and every queued scan is waiting to be sent again after
 * a server error.
 */
const canSendDirectly = (gate: Gate): boolean => {
  const { isConnected, queue, retries } = gate.current()
  return isConnected && queue.every(({ body }) => retries.has(body.client_scan_id))
}

/** Whether this device admitted the ticket and the server may not have recorded it yet. */
const isAdmittedHere = (gate: Gate, hash: string | null): boolean => {
  const { list, admissions, queue } = gate.current()
  return queue.length > 0 && list !== null && findAdmission({ list, admissions }, hash) !== undefined
}

async function enqueue(gate: Gate, queued: QueuedScan): Promise<void> {
  gate.change({ queue: [...gate.current().queue, queued] })
  await gate.deps.store.saveScan(queued)
}

/** Stores an admission for as long as it may be missing from the list. */
async function saveAdmission(gate: Gate, hash: string | null, response: GateResponse): Promise<void> {
  const { list, admissions } = gate.current()
  // A ticket sold after the list was loaded is known only by the code that was scanned.
  const code_hash = list && (findListed(list, hash)?.code_hash ?? hash)
  if (code_hash === null || response.used_at === null) return
  const admission = {
    code_hash,
    used_at: response.used_at,
    used_gate: response.used_gate ?? '',
  }
  gate.change({ admissions: [...admissions, admission] })
  await gate.deps.store.saveAdmission(admission)
}
