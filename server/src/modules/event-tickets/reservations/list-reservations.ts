import { pageOf } from '../../../kernel/page.ts'
import type { ReservationState } from '@clube/contract/event-tickets/reservation.ts'
import {
  type ListedReservation,
  type ListedTicket,
  listSessionReservationsCall,
  listSessionTicketsCall,
  listSessionWaitingEntriesCall,
  sessionTicketsFile,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { formatShortCode, parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { findPeople, maskedDocumentOf } from '../../identity/index.ts'
import type { Vault } from '../../vault/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { reservationStateAt } from './reservation.ts'
import {
  foldName,
  listSessionReservations,
  listSessionTickets,
  type TicketFilter,
} from './reservation-lists-store.ts'
import { findSession } from '../event-session-store.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { ticketCodes } from './ticket.ts'

const refuse = refusalsOf(
  listSessionTicketsCall,
  listSessionReservationsCall,
  listSessionWaitingEntriesCall,
  sessionTicketsFile,
)

const pageSize = 100

/** @throws {Refusal} event-tickets.unknown-session */
export const requireSession = async (tx: Tx, session_id: string): Promise<void> => {
  if (!(await findSession(tx, session_id))) throw refuse('event-tickets.unknown-session')
}

/** Audits that a staff member opened a list of people. */
export const auditReading = (
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

/** Masked documents and names of customers, by id. */
export const findHolders = async (
  { vault }: Pick<EventTicketDeps, 'vault'>,
  db: Db,
  rows: readonly { customer_id: string }[],
): Promise<ReadonlyMap<string, { document: string; name: string }>> => {
  const people = await findPeople(
    db,
    rows.map(({ customer_id }) => customer_id),
  )
  const holders = new Map<string, { document: string; name: string }>()
  for (const [id, person] of people)
    holders.set(id, { document: maskedDocumentOf(vault, person), name: person.name ?? '' })
  return holders
}

/** A complete short code matches its ticket; anything else is part of a name. */
const filterOf = (vault: Vault, text: string): TicketFilter => {
  const parsed = parseVoucherCode(text)
  if (parsed.kind === 'short') return { short_index: ticketCodes.indexOf(vault, 'short', parsed.code) }
  const name = foldName(text)
  return name === '' ? null : { name }
}

/** One page of tickets and participants; opening the list is audited. @throws {Refusal} event-tickets.unknown-session */
export const listTickets = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null; text: string; staff_id: string },
): Promise<{ page: ListedTicket[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await requireSession(tx, input.session_id)
    const filter = filterOf(deps.vault, input.text)
    const rows = await listSessionTickets(tx, { ...input, filter, limit: pageSize + 1 })
    const { page: tickets, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const holders = await findHolders(deps, tx, tickets)
    if (input.cursor === null)
      await auditReading(deps, tx, {
        ...input,
        action: 'list-tickets',
        sentence: 'Consultou a lista de ingressos de uma sessão.',
      })
    return {
      next_cursor,
      page: tickets.map((ticket) => ({
        ticket_id: ticket.id,
        reservation_id: ticket.reservation_id,
        participant_name: ticket.participant_name,
        customer_id: ticket.customer_id,
        document: holders.get(ticket.customer_id)?.document ?? '',
        short_code: formatShortCode(shortCodeOf(ticketCodes.open(deps.vault, ticket.code_sealed))),
        state: ticket.state,
        used_at: ticket.used_at?.toISOString() ?? null,
        used_gate: ticket.used_gate,
      })),
    }
  })

/** A line of the downloaded list. */
export type TicketFileRow = Omit<ListedTicket, 'ticket_id' | 'reservation_id' | 'customer_id' | 'short_code'>

/**
 * Every ticket of a session for a file, page by page; the first page is audited.
 * @throws {Refusal} event-tickets.unknown-session
 */
export async function* eachTicketRow(
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): AsyncGenerator<TicketFileRow> {
  await inTransaction(deps.db, async (tx) => {
    await requireSession(tx, input.session_id)
    await auditReading(deps, tx, {
      ...input,
      action: 'download-tickets',
      sentence: 'Baixou a lista de ingressos de uma sessão.',
    })
  })
  let cursor: string | null = null
  do {
    const { session_id } = input
    const rows: Awaited<ReturnType<typeof listSessionTickets>> = await listSessionTickets(deps.db, {
      session_id,
      cursor,
      filter: null,
      limit: pageSize + 1,
    })
    const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const holders = await findHolders(deps, deps.db, page)
    for (const ticket of page)
      yield {
        participant_name: ticket.participant_name,
        document: holders.get(ticket.customer_id)?.document ?? '',
        state: ticket.state,
        used_at: ticket.used_at?.toISOString() ?? null,
        used_gate: ticket.used_gate,
      }
    cursor = next_cursor
  } while (cursor !== null)
}

/** Reservations without names, newest first; reading is audited. @throws {Refusal} event-tickets.unknown-session */
export const listReservations = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null; state: ReservationState | null; staff_id: string },
): Promise<{ page: ListedReservation[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await requireSession(tx, input.session_id)
    const now = deps.clock()
    const rows = await listSessionReservations(tx, { ...input, now, limit: pageSize + 1 })
    const { page: reservations, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const holders = await findHolders(deps, tx, reservations)
    if (input.cursor === null)
      await auditReading(deps, tx, {
        ...input,
        action: 'list-reservations',
        sentence: 'Consultou as reservas de uma sessão.',
      })
    return {
      next_cursor,
      page: reservations.map((reservation) => ({
        reservation_id: reservation.id,
        customer_id: reservation.customer_id,
        document: holders.get(reservation.customer_id)?.document ?? '',
        state: reservationStateAt(reservation, now),
        quantity: reservation.quantity,
        service_channel: reservation.service_channel,
        created_at: reservation.created_at.toISOString(),
        expires_at: reservation.expires_at.toISOString(),
        confirmed_at: reservation.confirmed_at?.toISOString() ?? null,
      })),
    }
  })
