import {
  answerTicketCall,
  assignTicketCall,
  editTicketCall,
  mergeTicketsCall,
  transferTicketCall,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  nextTicketState,
  staffStateTitles,
  ticketStateAt,
  type ServiceTicketEvent,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { Tx } from '../../db/database.ts'
import { refusalsOf, withPresentState } from '../../kernel/refusal.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import {
  changeTicket,
  findOpening,
  lockTicket,
  type TicketChange,
  type TicketRow,
} from './service-ticket-store.ts'
import { isStillOpen } from './ticket-opening.ts'
import { conversationPath, deskTicketOf, protocolOf } from './ticket-views.ts'

/** Dependencies of actions on tickets. */
export type ActionDeps = CustomerServiceDeps & { readonly events: ServiceEvents }
/** The member who acts. */
export type By = { readonly agent: Agent }

const refuse = refusalsOf(
  answerTicketCall,
  assignTicketCall,
  editTicketCall,
  transferTicketCall,
  mergeTicketsCall,
)

/** Locks a ticket. @throws {Refusal} customer-service.unknown */
export const requireTicket = async (tx: Tx, ticket_id: string): Promise<TicketRow> => {
  const ticket = await lockTicket(tx, ticket_id)
  if (!ticket) throw refuse('customer-service.unknown')
  return ticket
}

/**
 * The state after an event on the version that the member saw.
 * @throws {Refusal} customer-service.changed, closed, not-allowed
 */
export const requireAllowed = async (
  deps: ActionDeps,
  tx: Tx,
  {
    ticket,
    input,
    event,
    now,
  }: { ticket: TicketRow; input: { version: number } & By; event: ServiceTicketEvent; now: Date },
) => {
  if (ticket.version !== input.version) {
    const { agent } = input
    const changed = refuse('customer-service.changed')
    // A refusal leaves no audit line, so it shows the ticket only to those whose opening has one.
    const opened_at = await findOpening(tx, { ticket_id: ticket.id, staff_id: agent.staff_id })
    if (!isStillOpen(opened_at, now)) throw changed
    throw withPresentState(changed, await deskTicketOf(deps, tx, ticket, agent))
  }
  const before = ticketStateAt(ticket, now)
  const state = nextTicketState(before, event)
  if (state !== null) return state
  if (before === 'closed') throw refuse('customer-service.closed')
  throw refuse('customer-service.not-allowed', { state: staffStateTitles[before] })
}

/** Tells all processes about a changed ticket. */
export const publish = (
  deps: ActionDeps,
  tx: Tx,
  ticket: TicketRow,
  { isPublic }: { isPublic: boolean },
): Promise<void> =>
  deps.events.publish(tx, {
    ticket_id: ticket.id,
    customer_id: ticket.customer_id,
    version: ticket.version,
    is_public: isPublic,
  })

/** Queues the e-mail about an answer. */
export const notify = (deps: ActionDeps, tx: Tx, ticket: TicketRow): Promise<void> =>
  deps.notifyOfAnswer(tx, {
    customer_id: ticket.customer_id,
    protocol: protocolOf(ticket),
    path: conversationPath(ticket.id),
  })

/** Stores what an action changed, with its audit line, and shows the ticket. */
export const save = async (
  deps: ActionDeps,
  tx: Tx,
  input: {
    ticket: TicketRow
    change: TicketChange
    now: Date
    agent: Agent
    isPublic: boolean
    audit: { action: string; sentence: string }
  },
): Promise<DeskTicket> => {
  const { agent, audit } = input
  const changed = await changeTicket(tx, input.ticket, input.change, input.now)
  await publish(deps, tx, changed, input)
  const view = await deskTicketOf(deps, tx, changed, agent)
  await deps.audit(tx, {
    actor: { kind: 'staff', id: agent.staff_id },
    ...audit,
    subject: { kind: 'service-ticket', id: changed.id },
  })
  return view
}
