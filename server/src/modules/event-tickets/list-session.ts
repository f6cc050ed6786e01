import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import type { ReservationState } from '@clube/contract/event-tickets/reservation.ts'
import type {
  ListedReservation,
  ListedTicket,
  ListedWaiting,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { formatShortCode, readTicketCode } from '@clube/contract/event-tickets/ticket-code.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { documentLabel } from '../identity/index.ts'
import type { Vault } from '../vault/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt } from './reservation.ts'
import {
  foldName,
  listReservationsWithHolder,
  listTicketsWithHolder,
  listWaitingWithHolder,
  type TicketFilter,
} from './session-lists-store.ts'
import { findSession } from './session-store.ts'
import { codeIndex, firstNameOf, openCode, shortCodeOf } from './ticket.ts'

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

const maskedHolder = (
  vault: Vault,
  holder: { document_type: 'cpf' | 'cnpj'; document_sealed: Buffer },
): string => {
  const { document_type, document_sealed } = holder
  return maskDocument({ document_type, document_id: vault.open(documentLabel, document_sealed) })
}

/** A whole short code finds its ticket; anything else is a part of a name. */
const filterOf = (vault: Vault, text: string): TicketFilter => {
  const read = readTicketCode(text)
  if (read.kind === 'short') return { short_index: codeIndex(vault, 'short', read.code) }
  const name = foldName(text)
  return name === '' ? null : { name }
}

/** Who comes, page by page; opening the list leaves an audit line. @throws {Refusal} event-tickets.unknown-session */
export const listTickets = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null; text: string; staff_id: string },
): Promise<{ page: ListedTicket[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const filter = filterOf(deps.vault, input.text)
    const tickets = await listTicketsWithHolder(tx, { ...input, filter, limit: pageSize })
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
        document: maskedHolder(deps.vault, ticket),
        short_code: formatShortCode(shortCodeOf(openCode(deps.vault, ticket.code_sealed))),
        state: ticket.state,
        used_at: ticket.used_at?.toISOString() ?? null,
        used_gate: ticket.used_gate,
      })),
    }
  })

/** A line of the downloaded list. */
export type TicketFileRow = Omit<ListedTicket, 'ticket_id' | 'reservation_id' | 'short_code'>

/**
 * Every ticket of a session for a file, page by page; the first page leaves an audit line.
 * @throws {Refusal} event-tickets.unknown-session
 */
export async function* eachTicketRow(
  deps: EventTicketDeps,
  input: { session_id: string; staff_id: string },
): AsyncGenerator<TicketFileRow> {
  await inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    await noteReading(deps, tx, {
      ...input,
      action: 'download-tickets',
      sentence: 'Baixou a lista de ingressos de uma sessão.',
    })
  })
  let cursor: string | null = null
  do {
    const { session_id } = input
    const page: Awaited<ReturnType<typeof listTicketsWithHolder>> = await listTicketsWithHolder(deps.db, {
      session_id,
      cursor,
      filter: null,
      limit: pageSize,
    })
    for (const ticket of page)
      yield {
        participant_name: ticket.participant_name,
        document: maskedHolder(deps.vault, ticket),
        state: ticket.state,
        used_at: ticket.used_at?.toISOString() ?? null,
        used_gate: ticket.used_gate,
      }
    cursor = nextAfter(page.map(({ id }) => id))
  } while (cursor !== null)
}

/** Reservations without names, the newest first; opening the list leaves an audit line. @throws {Refusal} event-tickets.unknown-session */
export const listReservations = (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null; state: ReservationState | null; staff_id: string },
): Promise<{ page: ListedReservation[]; next_cursor: string | null }> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const now = deps.clock()
    const reservations = await listReservationsWithHolder(tx, { ...input, now, limit: pageSize })
    if (input.cursor === null)
      await noteReading(deps, tx, {
        ...input,
        action: 'list-reservations',
        sentence: 'Consultou as reservas de uma sessão.',
      })
    return {
      next_cursor: nextAfter(reservations.map(({ id }) => id)),
      page: reservations.map((reservation) => ({
        reservation_id: reservation.id,
        document: maskedHolder(deps.vault, reservation),
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
): Promise<ListedWaiting[]> =>
  inTransaction(deps.db, async (tx) => {
    await checkKnown(tx, input.session_id)
    const entries = await listWaitingWithHolder(tx, input.session_id)
    await noteReading(deps, tx, {
      ...input,
      action: 'list-waiting',
      sentence: 'Consultou a lista de espera de uma sessão.',
    })
    return entries.map((entry) => ({
      entry_id: entry.id,
      customer_name: firstNameOf(entry.name ?? ''),
      document: maskedHolder(deps.vault, entry),
      quantity: entry.quantity,
      state: entry.state,
      joined_at: entry.joined_at.toISOString(),
      offer_expires_at: entry.offer_expires_at?.toISOString() ?? null,
    }))
  })
