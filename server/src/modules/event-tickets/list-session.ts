import type {
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { formatShortCode } from '@clube/contract/event-tickets/ticket-code.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt } from './reservation.ts'
import { listOfSession } from './reservation-store.ts'
import { findSession } from './session-store.ts'
import { firstNameOf, openCode, shortCodeOf } from './ticket.ts'
import { listOfSessionTickets } from './ticket-store.ts'
import { listOfSessionWaiting } from './waiting-store.ts'

const pageSize = 100

const nextAfter = (ids: readonly string[]): string | null =>
  ids.length === pageSize ? (ids.at(-1) ?? null) : null

const checkKnown = async (tx: Tx, session_id: string): Promise<void> => {
  if (!(await findSession(tx, session_id))) throw new Refusal('event-tickets.unknown-session')
}

const noteReading = (
  deps: EventTicketDeps,
  tx: Tx,
  line: { staff_id: string; session_id: string; action: string; sentence: string },
): Promise<void> =>
  deps.audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: `event-tickets.${line.action}`,
    subject: { kind: 'event-session', id: line.session_id },
    sentence: line.sentence,
  })

/** Who comes, page by page; opening the list leaves an audit line. @throws {Refusal} event-tickets.unknown-session */
export const listTickets = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null; staff_id: string },
): Promise<{ page: DataOf<typeof listSessionTicketsCall>; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const tickets = await listOfSessionTickets(tx, { ...input, limit: pageSize })
    if (input.cursor === null)
      await noteReading(deps, tx, {
        ...input,
        action: 'list-tickets',
        sentence: 'Consultou a lista de ingressos de uma sessão.',
      })
    return {
      next_cursor: nextAfter(tickets.map(({ id }) => id)),
      page: tickets.map((ticket) => ({
        ticket_id: ticket.id,
        reservation_id: ticket.reservation_id,
        participant_name: ticket.participant_name,
        short_code: formatShortCode(shortCodeOf(openCode(deps.vault, ticket.code_sealed))),
        state: ticket.state,
        used_at: ticket.used_at?.toISOString() ?? null,
        used_gate: ticket.used_gate,
      })),
    }
  })

/** Reservations without names, the newest first. @throws {Refusal} event-tickets.unknown-session */
export const listReservations = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null },
): Promise<{ page: DataOf<typeof listSessionReservationsCall>; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const now = deps.clock()
    const reservations = await listOfSession(tx, { ...input, limit: pageSize })
    return {
      next_cursor: nextAfter(reservations.map(({ id }) => id)),
      page: reservations.map((reservation) => ({
        reservation_id: reservation.id,
        state: reservationStateAt(reservation, now),
        quantity: reservation.quantity,
        service_channel: reservation.service_channel,
        created_at: reservation.created_at.toISOString(),
        expires_at: reservation.expires_at.toISOString(),
        confirmed_at: reservation.confirmed_at?.toISOString() ?? null,
      })),
    }
  })

/** Who waits, offers first; leaves an audit line. @throws {Refusal} event-tickets.unknown-session */
export const listWaitingPeople = (
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): Promise<DataOf<typeof listSessionWaitingCall>> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const entries = await listOfSessionWaiting(tx, input.session_id)
    await noteReading(deps, tx, {
      ...input,
      action: 'list-waiting',
      sentence: 'Consultou a lista de espera de uma sessão.',
    })
    return entries.map((entry) => ({
      entry_id: entry.id,
      customer_name: firstNameOf(entry.name ?? ''),
      quantity: entry.quantity,
      state: entry.state,
      joined_at: entry.joined_at.toISOString(),
      offer_expires_at: entry.offer_expires_at?.toISOString() ?? null,
    }))
  })
