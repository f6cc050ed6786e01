import {
  type RefusedResult,
  type ScanResponse,
  type ScanResult,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { parseVoucherCode, voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { findRepeated, scannedCodeIndex } from './repeated-scan.ts'
import { insertScan, type StoredResponse } from './scan-store.ts'
import { findSession } from '../event-session-store.ts'
import { firstNameOf, ticketCodes } from '../reservations/ticket.ts'
import { findByCode, lockTicket, useTicket, type TicketRow } from '../reservations/ticket-store.ts'

/** One scan at a gate. */
export type ScanInput = {
  readonly ticket_code: string
  readonly session_id: string
  readonly gate: string
  /** By the device's clock. */
  readonly scanned_at: Date
  readonly client_scan_id: string
  readonly staff_id: string
  /** The result shown by an offline gate that denied admission. */
  readonly refused_as?: RefusedResult | undefined
  /** Whether an offline gate admitted the person using its list. */
  readonly admitted_offline?: boolean | undefined
}

/**
 * Admits a ticket once, or refuses it; every scan is recorded, and a repeat returns the first response.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.scan-reused, event-tickets.scan-undone
 */
export const scanTicket = async (deps: EventTicketDeps, input: ScanInput): Promise<ScanResponse> => {
  const code_index = scannedCodeIndex(deps.vault, input.ticket_code)
  const findFirst = () => findRepeated(deps.db, { ...input, kind: 'scan', code_index, quantity: 1 })
  const earlier = await findFirst()
  if (earlier) return { ...earlier, repeated: true }
  try {
    return { ...(await inTransaction(deps.db, (tx) => scanOnce(deps, tx, input))), repeated: false }
  } catch (error) {
    if (!(error instanceof DuplicateScan)) throw error
    const first = await findFirst()
    if (!first) throw new Error('The scan was not found', { cause: error })
    return { ...first, repeated: true }
  }
}

/** The same scan arrived concurrently: roll this transaction back. */
class DuplicateScan extends Error {
  override name = 'DuplicateScan'
}

const scanOnce = async (deps: EventTicketDeps, tx: Tx, input: ScanInput): Promise<StoredResponse> => {
  const { session_id, gate, client_scan_id, staff_id, refused_as, admitted_offline = false } = input
  const received_at = deps.clock()
  if (!(await findSession(tx, session_id))) throw refusalsOf(scanTicketCall)('event-tickets.unknown-session')
  // A device whose clock is ahead cannot use a ticket in the future.
  const scanned_at = input.scanned_at < received_at ? input.scanned_at : received_at
  const ticket = await findScanned(deps, tx, input.ticket_code)
  // The person was not admitted, so the ticket must remain usable.
  const decision = refused_as
    ? responseOf(refused_as, ticket ?? null)
    : await evaluateScan(tx, ticket, { session_id, gate, scanned_at })
  const code_end = ticket && voucherCodeEnd(shortCodeOf(ticketCodes.open(deps.vault, ticket.code_sealed)))
  const response = { ...decision, ...(code_end && { code_end }) }
  const isNew = await insertScan(tx, {
    client_scan_id,
    session_id,
    ticket_id: ticket?.id ?? null,
    gate,
    result: response.result,
    staff_id,
    scanned_at,
    received_at,
    reason: null,
    quantity: 1,
    code_index: scannedCodeIndex(deps.vault, input.ticket_code),
    response,
    admitted_offline: admitted_offline && !refused_as,
  })
  if (!isNew) throw new DuplicateScan()
  return response
}

/** The ticket with a scanned or typed code. */
export const findScanned = async (
  { vault }: EventTicketDeps,
  tx: Tx,
  ticket_code: string,
): Promise<TicketRow | undefined> => {
  const parsed = parseVoucherCode(ticket_code)
  if (parsed.kind === 'unknown') return undefined
  return findByCode(tx, parsed.kind, ticketCodes.indexOf(vault, parsed.kind, parsed.code))
}

const evaluateScan = async (
  tx: Tx,
  ticket: TicketRow | undefined,
  scan: { session_id: string; gate: string; scanned_at: Date },
): Promise<StoredResponse> => {
  if (!ticket) return responseOf('unknown', null)
  if (ticket.session_id !== scan.session_id) {
    const session = await findSession(tx, ticket.session_id)
    return {
      ...responseOf('wrong_session', ticket),
      other_session: session ? { title: session.title, starts_at: session.starts_at.toISOString() } : null,
    }
  }
  const admission = { used_at: scan.scanned_at, used_gate: scan.gate }
  if (await useTicket(tx, { id: ticket.id, ...admission }))
    return responseOf('admitted', { ...ticket, ...admission })
  // Used or cancelled concurrently: read its current state, which an undo must not change until this scan is recorded.
  const current = await lockTicket(tx, ticket.id)
  if (!current) throw new Error('The ticket was not found')
  if (current.state === 'used') return responseOf('already_used', current)
  if ((await findSession(tx, current.session_id))?.cancelled_at)
    return responseOf('session_cancelled', current)
  switch (current.state) {
    case 'cancelled':
    case 'released':
      return responseOf(current.state, current)
    case 'valid':
      // Its admission was undone concurrently, which can happen once per ticket.
      return evaluateScan(tx, current, scan)
    default:
      return current.state satisfies never
  }
}

const responseOf = (
  result: ScanResult,
  ticket: Pick<TicketRow, 'participant_name' | 'used_at' | 'used_gate'> | null,
): StoredResponse => {
  const isUsed = result === 'admitted' || result === 'already_used'
  return {
    result,
    used_at: isUsed ? (ticket?.used_at?.toISOString() ?? null) : null,
    used_gate: isUsed ? (ticket?.used_gate ?? null) : null,
    participant_name: ticket ? firstNameOf(ticket.participant_name) : null,
    other_session: null,
  }
}
