import {
  assignTicketCall,
  type editTicketCall,
  transferTicketCall,
} from '@clube/contract/customer-service/action-calls.ts'
import { uploadRefusals } from '@clube/contract/customer-service/calls.ts'
import { nextTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  serviceAreas,
  ticketCategories,
  ticketPriorities,
  type ServiceArea,
} from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { lockNextUnassigned } from './desk-queue-store.ts'
import { saveOpening } from './service-ticket-store.ts'
import { requireAllowed, requireTicket, save, type ActionDeps, type By } from './ticket-action.ts'
import { protocolOf } from './ticket-views.ts'
import { noteOf, writeMessage } from './write-message.ts'

const refuseAssignment = refusalsOf(assignTicketCall)
const refuseTransfer = refusalsOf(transferTicketCall)
const refuseUpload = refusalsOf({ refusals: uploadRefusals })

/**
 * Assigns a ticket to a member who answers tickets, or returns it to the queue.
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, member-unknown
 */
export const assignTicket = (
  deps: ActionDeps,
  input: ParsedBodyOf<typeof assignTicketCall> & By,
): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const { agent, staff_id } = input
    const ticket = await requireTicket(tx, input.ticket_id)
    const now = deps.clock()
    const next = await requireAllowed(deps, tx, { ticket, input, event: 'assign', now })
    if (staff_id !== null && !(await deps.listAgents(tx)).some(({ id }) => id === staff_id))
      throw refuseAssignment('customer-service.member-unknown')
    const protocol = protocolOf(ticket)
    return save(deps, tx, {
      ticket,
      change: { assignee_id: staff_id, state: staff_id === null ? ticket.state : next },
      now,
      agent,
      isPublic: next !== ticket.state && staff_id !== null,
      audit: {
        action: 'customer-service.assign',
        sentence:
          staff_id === null
            ? `Devolveu o atendimento ${protocol} à fila.`
            : staff_id === agent.staff_id
              ? `Assumiu o atendimento ${protocol}.`
              : `Passou o atendimento ${protocol} a outra pessoa da equipe.`,
      },
    })
  })

/** Assigns the next unassigned ticket to the member and opens it; null when there is none. */
export const takeNextTicket = (
  deps: ActionDeps,
  { area, agent }: { area: ServiceArea | null } & By,
): Promise<DeskTicket | null> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockNextUnassigned(tx, area)
    if (!ticket) return null
    const now = deps.clock()
    const state = nextTicketState(ticket.state, 'assign')
    if (state === null) throw new Error('A waiting ticket cannot be assigned')
    await saveOpening(tx, { ticket_id: ticket.id, staff_id: agent.staff_id, opened_at: now })
    return save(deps, tx, {
      ticket,
      change: { assignee_id: agent.staff_id, state },
      now,
      agent,
      isPublic: state !== ticket.state,
      audit: {
        action: 'customer-service.assign',
        sentence: `Assumiu e abriu o atendimento ${protocolOf(ticket)}, o próximo da fila.`,
      },
    })
  })

/**
 * Changes category and priority.
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed
 */
export const editTicket = (
  deps: ActionDeps,
  input: ParsedBodyOf<typeof editTicketCall> & By,
): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const { agent, category, priority } = input
    const ticket = await requireTicket(tx, input.ticket_id)
    const now = deps.clock()
    const state = await requireAllowed(deps, tx, { ticket, input, event: 'edit', now })
    return save(deps, tx, {
      ticket,
      change: { category, priority, state },
      now,
      agent,
      isPublic: category !== ticket.category,
      audit: {
        action: 'customer-service.edit',
        sentence: `Classificou o atendimento ${protocolOf(ticket)} como “${ticketCategories[category].title}”, prioridade ${ticketPriorities[priority].toLowerCase()}.`,
      },
    })
  })

/**
 * Moves a ticket to another area, without an assignee; the reason is an internal note.
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, same-area
 */
export const transferTicket = (
  deps: ActionDeps,
  input: ParsedBodyOf<typeof transferTicketCall> & By,
): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const { agent, area, reason } = input
    const ticket = await requireTicket(tx, input.ticket_id)
    const now = deps.clock()
    const state = await requireAllowed(deps, tx, { ticket, input, event: 'transfer', now })
    if (ticket.area === area) throw refuseTransfer('customer-service.same-area')
    const { change } = await writeMessage(tx, {
      ticket,
      message: noteOf(agent, { body: reason }),
      now,
      refuse: refuseUpload,
    })
    return save(deps, tx, {
      ticket,
      change: { ...change, area, assignee_id: null, state },
      now,
      agent,
      isPublic: false,
      audit: {
        action: 'customer-service.transfer',
        sentence: `Transferiu o atendimento ${protocolOf(ticket)} para ${serviceAreas[area]}.`,
      },
    })
  })
