import {
  type listOwnAdmissionsCall,
  undoAdmissionCall,
  undoMinutes,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { EventTicketDeps } from '../deps.ts'
import { findSession, lockSession } from '../event-session-store.ts'
import { firstNameOf, ticketCodes } from '../reservations/ticket.ts'
import { lockTicket } from '../reservations/ticket-store.ts'
import { findOtherEntry, findScan, listOwnAdmissions, saveUndo } from './scan-store.ts'

const refuse = refusalsOf(undoAdmissionCall)

/** The earliest scan time of an admission that can still be undone. */
const oldestUndoable = ({ clock }: EventTicketDeps): Date =>
  new Date(clock().getTime() - undoMinutes * 60_000)

/** The staff member's admissions that can be undone. @throws {Refusal} event-tickets.unknown-session */
export const listUndoable = async (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<DataOf<typeof listOwnAdmissionsCall>> => {
  if (!(await findSession(deps.db, input.session_id))) throw refuse('event-tickets.unknown-session')
  const rows = await listOwnAdmissions(deps.db, { ...input, since: oldestUndoable(deps) })
  return rows.map(({ client_scan_id, gate, scanned_at, participant_name, code_sealed }) => ({
    client_scan_id,
    participant_name: firstNameOf(participant_name) || null,
    code_end: voucherCodeEnd(shortCodeOf(ticketCodes.open(deps.vault, code_sealed))),
    gate,
    scanned_at: scanned_at.toISOString(),
  }))
}

/**
 * Undoes an admission by the same staff member in the last ten minutes, once per ticket.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.session-cancelled, event-tickets.unknown-admission,
 * event-tickets.undo-too-late, event-tickets.entered-twice, event-tickets.overridden, event-tickets.already-undone
 */
export const undoAdmission = (
  deps: EventTicketDeps,
  input: { session_id: string; client_scan_id: string; staff_id: string },
): Promise<{ repeated: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const { session_id, client_scan_id, staff_id } = input
    const session = await lockSession(tx, session_id)
    if (!session) throw refuse('event-tickets.unknown-session')
    const scan = await findScan(tx, client_scan_id)
    if (scan?.session_id !== session_id || scan.staff_id !== staff_id)
      throw refuse('event-tickets.unknown-admission')
    if (scan.result === 'undone') return { repeated: true }
    // The other person who entered holds the ticket: it must not admit anyone else.
    if (scan.ticket_id !== null) await lockTicket(tx, scan.ticket_id)
    const other = await findOtherEntry(tx, scan)
    if (other) throw refuse(other === 'override' ? 'event-tickets.overridden' : 'event-tickets.entered-twice')
    if (scan.result !== 'admitted') throw refuse('event-tickets.unknown-admission')
    if (session.cancelled_at) throw refuse('event-tickets.session-cancelled')
    const since = oldestUndoable(deps)
    if (scan.scanned_at < since) throw refuse('event-tickets.undo-too-late', { minutes: undoMinutes })
    const ticket_id = await saveUndo(tx, { ...input, since })
    if (ticket_id === undefined) throw refuse('event-tickets.already-undone')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'event-tickets.undo-admission',
      subject: { kind: 'event-ticket', id: ticket_id },
      sentence: 'Desfez na portaria uma entrada registrada por engano.',
    })
    return { repeated: false }
  })
