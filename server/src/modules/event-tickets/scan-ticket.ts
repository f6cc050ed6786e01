import type { RefusedResult, ScanAnswer, ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import { readTicketCode } from '@clube/contract/event-tickets/ticket-code.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { findScan, insertScan, type StoredAnswer } from './scan-store.ts'
import { findSession } from './session-store.ts'
import { codeIndex, firstNameOf } from './ticket.ts'
import { findByCode, findTicket, useTicket, type TicketRow } from './ticket-store.ts'

/** One attempt at a gate. */
export type ScanInput = {
  readonly ticket_code: string
  readonly session_id: string
  readonly gate: string
  /** By the device's clock. */
  readonly scanned_at: Date
  readonly client_scan_id: string
  readonly staff_id: string
  /** What the gate told a person whom it sent away without a network. */
  readonly refused_as?: RefusedResult | undefined
}

/**
 * Lets a ticket in, once, or says why not; every attempt is kept, and the same one again gets its first answer.
 * @throws {Refusal} event-tickets.unknown-session
 */
export const scanTicket = async (deps: EventTicketDeps, input: ScanInput): Promise<ScanAnswer> => {
  const earlier = await findScan(deps.db, input.client_scan_id)
  if (earlier) return { ...earlier.answer, repeated: true }
  try {
    return { ...(await inTransaction(deps.db, (tx) => scanOnce(deps, tx, input))), repeated: false }
  } catch (error) {
    if (!(error instanceof ScannedBefore)) throw error
    const first = await findScan(deps.db, input.client_scan_id)
    if (!first) throw new Error('A scan vanished', { cause: error })
    return { ...first.answer, repeated: true }
  }
}

/** The same scan came in meanwhile: whatever this transaction did must not stand. */
class ScannedBefore extends Error {
  override name = 'ScannedBefore'
}

const scanOnce = async (deps: EventTicketDeps, tx: Tx, input: ScanInput): Promise<StoredAnswer> => {
  const { session_id, gate, client_scan_id, staff_id, refused_as } = input
  const received_at = deps.clock()
  if (!(await findSession(tx, session_id))) throw new Refusal('event-tickets.unknown-session')
  // A device whose clock is ahead cannot use a ticket in the future.
  const scanned_at = input.scanned_at < received_at ? input.scanned_at : received_at
  const ticket = await findScanned(deps, tx, input.ticket_code)
  // Who was sent away is not inside, whatever the ticket would be worth: it must stay usable.
  const judged = refused_as
    ? answerOf(refused_as, ticket ?? null)
    : await judge(tx, ticket, { session_id, gate, scanned_at })
  const isNew = await insertScan(tx, {
    client_scan_id,
    session_id,
    ticket_id: ticket?.id ?? null,
    gate,
    result: judged.result,
    staff_id,
    scanned_at,
    received_at,
    reason: null,
    quantity: 1,
    answer: judged,
  })
  if (!isNew) throw new ScannedBefore()
  return judged
}

/** The ticket behind whatever was scanned or typed. */
export const findScanned = async (
  { vault }: EventTicketDeps,
  tx: Tx,
  ticket_code: string,
): Promise<TicketRow | undefined> => {
  const read = readTicketCode(ticket_code)
  if (read.kind === 'unknown') return undefined
  return findByCode(tx, read.kind, codeIndex(vault, read.kind, read.code))
}

const judge = async (
  tx: Tx,
  ticket: TicketRow | undefined,
  scan: { session_id: string; gate: string; scanned_at: Date },
): Promise<StoredAnswer> => {
  if (!ticket) return answerOf('unknown', null)
  if (ticket.session_id !== scan.session_id) {
    const session = await findSession(tx, ticket.session_id)
    return {
      ...answerOf('wrong_session', ticket),
      other_session: session ? { title: session.title, starts_at: session.starts_at.toISOString() } : null,
    }
  }
  const use = { used_at: scan.scanned_at, used_gate: scan.gate }
  if (await useTicket(tx, { id: ticket.id, ...use })) return answerOf('admitted', { ...ticket, ...use })
  // Somebody was quicker, or it had ended before: look at what it is now.
  const current = await findTicket(tx, ticket.id)
  if (!current) throw new Error('A ticket vanished')
  switch (current.state) {
    case 'used':
      return answerOf('already_used', current)
    case 'cancelled':
    case 'released':
      return answerOf(current.state, current)
    case 'valid':
      throw new Error('A valid ticket could not be used')
    default:
      return current.state satisfies never
  }
}

const answerOf = (
  result: ScanResult,
  ticket: Pick<TicketRow, 'participant_name' | 'used_at' | 'used_gate'> | null,
): StoredAnswer => {
  const isUsed = result === 'admitted' || result === 'already_used'
  return {
    result,
    used_at: isUsed ? (ticket?.used_at?.toISOString() ?? null) : null,
    used_gate: isUsed ? (ticket?.used_gate ?? null) : null,
    participant_name: ticket ? firstNameOf(ticket.participant_name) : null,
    other_session: null,
  }
}
