import type { Conversation, OwnTicket } from '@clube/contract/customer-service/calls.ts'
import {
  closesAt,
  nextTicketState,
  staffStateTitles,
  ticketStateAt,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  formatTicketProtocol,
  type TicketAttachment,
} from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket, QueuedTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import type { Db } from '../../db/database.ts'
import { findDeskPeople, findPeople, maskedDocumentOf, type DeskPerson } from '../identity/index.ts'
import { listAttachmentsOf, type AttachmentRow } from './attachment-store.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import { listMessagesOfTicket } from './service-message-store.ts'
import {
  countTicketsOf,
  findFirstAbout,
  findTicket,
  listMergedFrom,
  type TicketRow,
} from './service-ticket-store.ts'

export const protocolOf = (ticket: Pick<TicketRow, 'protocol_year' | 'protocol_number'>): string =>
  formatTicketProtocol({ year: ticket.protocol_year, number: ticket.protocol_number })

/** Page of the customer's conversation. */
export const conversationPath = (ticket_id: string): string => `/atendimento/${ticket_id}`

/** A ticket as its customer sees it in the list. */
export const ownTicketOf = (ticket: TicketRow, now: Date): OwnTicket => {
  const state = ticketStateAt(ticket, now)
  const isOpen = state !== 'resolved' && state !== 'closed'
  return {
    ticket_id: ticket.id,
    protocol: protocolOf(ticket),
    state,
    category: ticket.category,
    subject: ticket.subject,
    is_unread: ticket.last_sent_number > ticket.read_number,
    version: ticket.version,
    created_at: ticket.created_at.toISOString(),
    last_message_at: ticket.last_message_at.toISOString(),
    first_answer_due_at:
      isOpen && ticket.first_answered_at === null ? ticket.first_answer_due_at.toISOString() : null,
    sla_due_at: isOpen ? ticket.due_at.toISOString() : null,
  }
}

/** A ticket with its conversation as its customer sees it, without internal notes. */
export const conversationOf = async (
  deps: CustomerServiceDeps,
  db: Db,
  ticket: TicketRow,
): Promise<Conversation> => {
  const now = deps.clock()
  const messages = await listMessagesOfTicket(db, { ticket_id: ticket.id, visibility: 'public' })
  const attachments = await listAttachmentsOf(
    db,
    messages.map(({ id }) => id),
  )
  const names = await deps.namesOfStaff(
    db,
    messages.flatMap(({ staff_id }) => staff_id ?? []),
  )
  const state = ticketStateAt(ticket, now)
  const continued = ticket.merged_into === null ? undefined : await findTicket(db, ticket.merged_into)
  return {
    ...ownTicketOf(ticket, now),
    links: await deps.describeLinks(db, ticket),
    messages: messages.map((message) => ({
      message_id: message.id,
      author: message.author,
      author_name: message.staff_id === null ? null : givenNameOf(names.get(message.staff_id)?.name),
      text: message.body,
      attachments: (attachments.get(message.id) ?? []).map(attachmentOf),
      client_message_id: message.author === 'customer' ? message.client_message_id : null,
      created_at: message.created_at.toISOString(),
    })),
    can_reply: nextTicketState(state, 'customer_reply') !== null,
    can_reopen: nextTicketState(state, 'reopen') !== null,
    can_rate: nextTicketState(state, 'rate') !== null && ticket.rating === null,
    closes_at: state === 'resolved' ? (closesAt(ticket)?.toISOString() ?? null) : null,
    rating: ticket.rating,
    continued_in: continued ? { ticket_id: continued.id, protocol: protocolOf(continued) } : null,
  }
}

const givenNameOf = (name: string | undefined): string | null => name?.split(' ', 1)[0] ?? null

export const attachmentOf = ({ id, type, name, bytes }: AttachmentRow): TicketAttachment => ({
  attachment_id: id,
  type,
  name,
  bytes,
})

/** The first tickets that customers opened about purchases after an instant, by purchase, for another desk. */
export const findTicketsAbout = async (
  db: Db,
  input: { purchases: Parameters<typeof findFirstAbout>[1]; now: Date },
): Promise<ReadonlyMap<string, { ticket_id: string; protocol: string; state_title: string }>> => {
  const tickets = await findFirstAbout(db, input.purchases)
  return new Map(
    [...tickets].map(([purchase_id, ticket]) => [
      purchase_id,
      {
        ticket_id: ticket.id,
        protocol: protocolOf(ticket),
        state_title: staffStateTitles[ticketStateAt(ticket, input.now)],
      },
    ]),
  )
}

type QueueDeps = Pick<CustomerServiceDeps, 'clock' | 'vault' | 'namesOfStaff'>

/** Rows of the desk. */
export const queuedTicketsOf = async (
  deps: QueueDeps,
  db: Db,
  tickets: readonly TicketRow[],
): Promise<QueuedTicket[]> => {
  const people = await findDeskPeople(deps, db, tickets)
  const names = await deps.namesOfStaff(
    db,
    tickets.flatMap(({ assignee_id }) => assignee_id ?? []),
  )
  const now = deps.clock()
  return tickets.map((ticket) => queuedTicketOf(ticket, { people, names, now }))
}

const queuedTicketOf = (
  ticket: TicketRow,
  context: {
    people: ReadonlyMap<string, DeskPerson>
    names: ReadonlyMap<string, { name: string }>
    now: Date
  },
): QueuedTicket => {
  const state = ticketStateAt(ticket, context.now)
  const { assignee_id } = ticket
  const isOpen = state !== 'resolved' && state !== 'closed'
  return {
    ticket_id: ticket.id,
    protocol: protocolOf(ticket),
    state,
    area: ticket.area,
    category: ticket.category,
    priority: ticket.priority,
    subject: ticket.subject,
    customer_name: context.people.get(ticket.customer_id)?.first_name ?? null,
    assignee:
      assignee_id === null
        ? null
        : { staff_id: assignee_id, name: context.names.get(assignee_id)?.name ?? '' },
    version: ticket.version,
    created_at: ticket.created_at.toISOString(),
    last_message_at: ticket.last_message_at.toISOString(),
    last_author: ticket.last_author,
    first_answer_due_at: ticket.first_answered_at === null ? ticket.first_answer_due_at.toISOString() : null,
    due_at: ticket.due_at.toISOString(),
    next_due_at: isOpen ? ticket.next_due_at.toISOString() : null,
  }
}

/** A ticket with its whole conversation for a member. */
export const deskTicketOf = async (
  deps: QueueDeps &
    Pick<CustomerServiceDeps, 'describeLinks'> & { readonly events: Pick<ServiceEvents, 'listReplying'> },
  db: Db,
  ticket: TicketRow,
  agent: Pick<Agent, 'staff_id' | 'roles'>,
): Promise<DeskTicket> => {
  const { customer_id } = ticket
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  const messages = await listMessagesOfTicket(db, { ticket_id: ticket.id, visibility: 'all' })
  const attachments = await listAttachmentsOf(
    db,
    messages.map(({ id }) => id),
  )
  const names = await deps.namesOfStaff(
    db,
    messages.flatMap(({ staff_id }) => staff_id ?? []),
  )
  const [queued] = await queuedTicketsOf(deps, db, [ticket])
  if (!queued || !person) throw new Error('The ticket or its customer was not found')
  const merged = ticket.merged_into === null ? undefined : await findTicket(db, ticket.merged_into)
  const { rating, rating_comment, rated_at } = ticket
  return {
    ...queued,
    customer: {
      customer_id,
      name: person.name,
      document: person.name === null ? '' : maskedDocumentOf(deps.vault, person),
      can_open_page: rolesAllow(agent.roles, 'customers.view') && person.name !== null,
      ...(await countTicketsOf(db, customer_id)),
    },
    links: await deps.describeLinks(db, ticket),
    messages: messages.map((message) => ({
      message_id: message.id,
      author: message.author,
      author_name: message.staff_id === null ? null : (names.get(message.staff_id)?.name ?? ''),
      visibility: message.visibility,
      text: message.body,
      attachments: (attachments.get(message.id) ?? []).map(attachmentOf),
      client_message_id: message.client_message_id,
      created_at: message.created_at.toISOString(),
      is_read:
        message.author === 'customer' ||
        message.visibility === 'internal' ||
        message.number <= ticket.read_number,
    })),
    resolved_at: ticket.resolved_at?.toISOString() ?? null,
    closes_at: queued.state === 'resolved' ? (closesAt(ticket)?.toISOString() ?? null) : null,
    first_answered_at: ticket.first_answered_at?.toISOString() ?? null,
    rating:
      rating === null || rated_at === null
        ? null
        : { rating, comment: rating_comment, rated_at: rated_at.toISOString() },
    merged_into: merged ? { ticket_id: merged.id, protocol: protocolOf(merged) } : null,
    merged_from: (await listMergedFrom(db, ticket.id)).map((each) => ({
      ticket_id: each.id,
      protocol: protocolOf(each),
      subject: each.subject,
    })),
    replying: deps.events.listReplying(ticket.id).filter(({ staff_id }) => staff_id !== agent.staff_id),
  }
}
