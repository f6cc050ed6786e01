import { formatPeople, formatPlaces } from '@clube/contract/kernel/count-formats.ts'
import {
  doorEntryCall,
  overrideScanCall,
  releaseNoShowsCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { EventTicketDeps } from '../deps.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { releaseUnusedReservations } from '../reservations/reservation-store.ts'
import { findRepeated, scannedCodeIndex } from './repeated-scan.ts'
import { insertScan, type StoredResponse } from './scan-store.ts'
import { findScanned, type ScanInput } from './scan-ticket.ts'
import { freePlaces, dateAndTimeOf, type EventSession } from '../event-session.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { releaseUnusedTickets, useTicket } from '../reservations/ticket-store.ts'

const emptyResponse: StoredResponse = {
  result: 'unknown',
  used_at: null,
  used_gate: null,
  participant_name: null,
  other_session: null,
}

/** Locking is cheap here: supervisors act rarely. */
const lockExistingSession = async (tx: Tx, session_id: string): Promise<EventSession> => {
  const session = await lockSession(tx, session_id)
  if (!session)
    throw refusalsOf(overrideScanCall, doorEntryCall, releaseNoShowsCall)('event-tickets.unknown-session')
  return session
}

/**
 * Records that a supervisor admitted a refused ticket, with a reason. A ticket that is still valid is used: its
 * admission was undone in the meantime, or an offline gate had an old list.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.scan-reused
 */
export const overrideScan = (
  deps: EventTicketDeps,
  input: ScanInput & { reason: string },
): Promise<{ repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { client_scan_id, session_id, gate, staff_id, scanned_at, reason } = input
    const received_at = deps.clock()
    await lockExistingSession(tx, session_id)
    const ticket = await findScanned(deps, tx, input.ticket_code)
    if (ticket?.session_id === session_id) {
      const used_at = scanned_at < received_at ? scanned_at : received_at
      await useTicket(tx, { id: ticket.id, used_at, used_gate: gate })
    }
    const code_index = scannedCodeIndex(deps.vault, input.ticket_code)
    const isNew = await insertScan(tx, {
      client_scan_id,
      session_id,
      ticket_id: ticket?.id ?? null,
      code_index,
      gate,
      result: 'override',
      staff_id,
      scanned_at,
      received_at,
      reason,
      quantity: 1,
      response: emptyResponse,
    })
    if (!isNew) {
      await findRepeated(tx, { ...input, kind: 'override', code_index, quantity: 1 })
      return { repeated: true }
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'event-tickets.override-scan',
      subject: ticket ? { kind: 'event-ticket', id: ticket.id } : { kind: 'event-session', id: session_id },
      sentence: 'Liberou na portaria uma entrada que tinha sido recusada.',
    })
    return { repeated: false }
  })

/**
 * Admits people without a ticket while places are free.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.session-cancelled, event-tickets.door-full,
 *   event-tickets.scan-reused
 */
export const admitAtDoor = (
  deps: EventTicketDeps,
  input: Omit<ScanInput, 'ticket_code'> & { quantity: number },
): Promise<{ free: number; repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { client_scan_id, session_id, gate, staff_id, scanned_at, quantity } = input
    const locked = await lockExistingSession(tx, session_id)
    const session = await reallocatePlaces(deps, tx, locked, deps.clock())
    const free = freePlaces(session)
    const earlier = await findRepeated(tx, { ...input, kind: 'door', code_index: null })
    if (earlier) return { free, repeated: true }
    if (session.cancelled_at) throw refusalsOf(doorEntryCall)('event-tickets.session-cancelled')
    if (quantity > free || !(await movePlaces(tx, session_id, { sold: quantity })))
      throw refusalsOf(doorEntryCall)('event-tickets.door-full', { k: free })
    await insertScan(tx, {
      client_scan_id,
      session_id,
      ticket_id: null,
      code_index: null,
      gate,
      result: 'door',
      staff_id,
      scanned_at,
      received_at: deps.clock(),
      reason: null,
      quantity,
      response: emptyResponse,
    })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'event-tickets.door-entry',
      subject: { kind: 'event-session', id: session_id },
      sentence: `Liberou na porta a entrada de ${formatPeople(quantity)} sem ingresso.`,
    })
    return { free: free - quantity, repeated: false }
  })

/**
 * Releases the places of unused tickets: to the waiting list while it is open, and to people at the door.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.session-cancelled, event-tickets.no-release,
 *   event-tickets.too-early
 */
export const releaseNoShows = (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<{ released: number; free: number }> =>
  inTransaction(deps.db, async (tx) => {
    const { session_id, staff_id } = input
    const now = deps.clock()
    const session = await lockExistingSession(tx, session_id)
    if (session.cancelled_at) throw refusalsOf(releaseNoShowsCall)('event-tickets.session-cancelled')
    if (session.no_show_from === null) throw refusalsOf(releaseNoShowsCall)('event-tickets.no-release')
    if (now < session.no_show_from)
      throw refusalsOf(releaseNoShowsCall)(
        'event-tickets.too-early',
        dateAndTimeOf(session.no_show_from, deps.time_zone),
      )
    const released = await releaseUnusedTickets(tx, session_id)
    if (released > 0) {
      await releaseUnusedReservations(tx, session_id, now)
      await movePlaces(tx, session_id, { sold: -released })
    }
    const current = await reallocatePlaces(deps, tx, { ...session, sold: session.sold - released }, now)
    if (released > 0)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'event-tickets.release-no-shows',
        subject: { kind: 'event-session', id: session_id },
        sentence: `Liberou ${formatPlaces(released)} de quem não chegou.`,
      })
    return { released, free: freePlaces(current) }
  })
