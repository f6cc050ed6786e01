import {
  markTicketReadCall,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
  type Conversation,
  type OwnTicket,
} from '@clube/contract/customer-service/calls.ts'
import {
  nextTicketState,
  ticketStateAt,
  type ServiceTicketEvent,
  type ServiceTicketState,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { pageOf } from '../../kernel/page.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import { findMessageByClientId, findPublicMessage } from './service-message-store.ts'
import {
  changeTicket,
  findTicket,
  listTicketsOf,
  lockTicket,
  pageSize,
  saveRead,
  type TicketChange,
  type TicketRow,
} from './service-ticket-store.ts'
import { conversationOf, ownTicketOf } from './ticket-views.ts'
import { contentHashOf, minutesToNextHour, systemMessage, writeMessage } from './write-message.ts'

const refuse = refusalsOf(replyCall)
const refuseReading = refusalsOf(readConversationCall, markTicketReadCall)
const refuseReopening = refusalsOf(reopenTicketCall)
const refuseRating = refusalsOf(rateServiceCall)

type Deps = CustomerServiceDeps & { readonly events: ServiceEvents }
type Own = { readonly customer_id: string; readonly ticket_id: string }

/** A page of the customer's tickets, most recent message first. */
export const listOwnTickets = async (
  deps: CustomerServiceDeps,
  input: { customer_id: string; cursor: string | null },
): Promise<{ page: OwnTicket[]; next_cursor: string | null }> => {
  const now = deps.clock()
  const rows = await listTicketsOf(deps.db, input)
  const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
  return { page: page.map((ticket) => ownTicketOf(ticket, now)), next_cursor }
}

/** @throws {Refusal} customer-service.unknown */
export const readConversation = async (
  deps: CustomerServiceDeps,
  { customer_id, ticket_id }: Own,
): Promise<Conversation> => {
  const ticket = await findTicket(deps.db, ticket_id)
  if (ticket?.customer_id !== customer_id) throw refuseReading('customer-service.unknown')
  return conversationOf(deps, deps.db, ticket)
}

/**
 * Adds the customer's message; a ticket that waited for it, or was resolved, is in progress again. A repeated message changes
 * nothing.
 * @throws {Refusal} customer-service.unknown, closed, too-many, upload-unknown, message-reused
 */
export const replyToTicket = (
  deps: Deps,
  input: ParsedBodyOf<typeof replyCall> & { customer_id: string },
): Promise<Conversation> =>
  inTransaction(deps.db, async (tx) => {
    const { customer_id, ticket_id, client_message_id, message: body, attachments } = input
    const ticket = await lockTicket(tx, ticket_id)
    if (ticket?.customer_id !== customer_id) throw refuse('customer-service.unknown')
    const content_hash = contentHashOf([body, attachments])
    const repeated = await findMessageByClientId(tx, { ticket_id, client_message_id })
    if (repeated) {
      const isSame = repeated.author === 'customer' && repeated.content_hash?.equals(content_hash)
      if (!isSame) throw refuse('customer-service.message-reused')
      return conversationOf(deps, tx, ticket)
    }
    const now = deps.clock()
    const state = nextTicketState(ticketStateAt(ticket, now), 'customer_reply')
    if (state === null) throw refuse('customer-service.closed')
    if (!(await deps.limits.within(tx).spend('service-messages', customer_id, now)))
      throw refuse('customer-service.too-many', { minutes: minutesToNextHour(now) })
    const { change } = await writeMessage(tx, {
      ticket,
      message: {
        author: 'customer',
        staff_id: null,
        visibility: 'public',
        body,
        client_message_id,
        content_hash,
        attachments,
        isAnswer: false,
      },
      now,
      refuse,
    })
    return saved(deps, tx, { ticket, change: { ...change, ...stateChange(state) }, now })
  })

/** Columns that follow a state that is not resolved or closed. */
const stateChange = (state: ServiceTicketState): TicketChange => ({ state, resolved_at: null })

const saved = async (
  deps: Deps,
  tx: Tx,
  { ticket, change, now }: { ticket: TicketRow; change: TicketChange; now: Date },
): Promise<Conversation> => {
  const changed = await changeTicket(tx, ticket, change, now)
  const { id: ticket_id, customer_id, version } = changed
  await deps.events.publish(tx, { ticket_id, customer_id, version, is_public: true })
  return conversationOf(deps, tx, changed)
}

/**
 * Marks the answers of a conversation as read up to a message.
 * @throws {Refusal} customer-service.unknown, also for a message of another ticket
 */
export const markTicketRead = (
  deps: CustomerServiceDeps,
  { customer_id, ticket_id, message_id }: Own & { message_id: string },
): Promise<{ is_unread: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticket_id)
    const message = await findPublicMessage(tx, { ticket_id, message_id })
    if (ticket?.customer_id !== customer_id || !message) throw refuseReading('customer-service.unknown')
    const { last_sent_number, read_number } = await saveRead(tx, { id: ticket_id, number: message.number })
    return { is_unread: last_sent_number > read_number }
  })

/**
 * Reopens a resolved ticket; one that is open already is returned unchanged.
 * @throws {Refusal} customer-service.unknown, closed, too-many
 */
export const reopenTicket = (deps: Deps, { customer_id, ticket_id }: Own): Promise<Conversation> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticket_id)
    if (ticket?.customer_id !== customer_id) throw refuseReopening('customer-service.unknown')
    const now = deps.clock()
    const event: ServiceTicketEvent = 'reopen'
    const before = ticketStateAt(ticket, now)
    const state = nextTicketState(before, event)
    if (before === 'closed') throw refuseReopening('customer-service.closed')
    if (state === null) return conversationOf(deps, tx, ticket)
    if (!(await deps.limits.within(tx).spend('service-messages', customer_id, now)))
      throw refuseReopening('customer-service.too-many', { minutes: minutesToNextHour(now) })
    const message = systemMessage('O atendimento foi reaberto.')
    const { change } = await writeMessage(tx, { ticket, message, now, refuse })
    return saved(deps, tx, {
      ticket,
      change: { ...change, last_author: 'customer', ...stateChange(state) },
      now,
    })
  })

/**
 * Rates the service of a ticket that staff resolved, once.
 * @throws {Refusal} customer-service.unknown, already-rated, not-ratable
 */
export const rateService = (
  deps: Deps,
  { customer_id, ticket_id, rating, comment }: ParsedBodyOf<typeof rateServiceCall> & Own,
): Promise<Conversation> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, ticket_id)
    if (ticket?.customer_id !== customer_id) throw refuseRating('customer-service.unknown')
    if (ticket.rating !== null) throw refuseRating('customer-service.already-rated')
    const now = deps.clock()
    if (nextTicketState(ticketStateAt(ticket, now), 'rate') === null)
      throw refuseRating('customer-service.not-ratable')
    const rating_comment = comment === '' ? null : comment
    return saved(deps, tx, { ticket, change: { rating, rating_comment, rated_at: now }, now })
  })
