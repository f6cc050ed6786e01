import {
  addNoteCall,
  answerTicketCall,
  assignTicketCall,
  editTicketCall,
  mergeTicketsCall,
  transferTicketCall,
  type AnswerOutcome,
} from '@clube/contract/customer-service/action-calls.ts'
import { remainingPlaceholder } from '@clube/contract/customer-service/answer-template.ts'
import {
  nextTicketState,
  openTicketStates,
  staffStateTitles,
  ticketStateAt,
  type ServiceTicketEvent,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  parseTicketProtocol,
  serviceAreas,
  ticketCategories,
  ticketPriorities,
  type ServiceArea,
} from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, withPresentState } from '../../kernel/refusal.ts'
import { templateExists } from './answer-template-store.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import { findMessageByClientId } from './service-message-store.ts'
import {
  changeTicket,
  findOpening,
  findTicketByProtocol,
  lockNextUnassigned,
  lockTicket,
  lockTickets,
  saveOpening,
  type TicketChange,
  type TicketRow,
} from './service-ticket-store.ts'
import { isStillOpen, openAgain } from './ticket-opening.ts'
import { conversationPath, deskTicketOf, protocolOf } from './ticket-views.ts'
import { contentHashOf, systemMessage, writeMessage } from './write-message.ts'

type Deps = CustomerServiceDeps & { readonly events: ServiceEvents }
type By = { readonly agent: Agent }

const refuse = refusalsOf(
  answerTicketCall,
  assignTicketCall,
  editTicketCall,
  transferTicketCall,
  mergeTicketsCall,
)
const refuseAnswer = refusalsOf(answerTicketCall)
const refuseNote = refusalsOf(addNoteCall)
const refuseAssignment = refusalsOf(assignTicketCall)
const refuseTransfer = refusalsOf(transferTicketCall)
const refuseMerge = refusalsOf(mergeTicketsCall)

const eventOf = {
  continue: 'staff_reply',
  ask: 'ask_customer',
  resolve: 'resolve',
} as const satisfies Record<AnswerOutcome, ServiceTicketEvent>

/**
 * Answers the customer, who gets an e-mail. A repeated message returns the ticket as it is now.
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, upload-unknown, message-reused, placeholder, template-unknown
 */
export const answerTicket = (
  deps: Deps,
  input: ParsedBodyOf<typeof answerTicketCall> & By,
): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const { agent, message: body, outcome, attachments, ticket_id, client_message_id, template_id } = input
    const ticket = await requireTicket(tx, ticket_id)
    const content_hash = contentHashOf([body, outcome, attachments, ...(template_id ? [template_id] : [])])
    const repeated = await findMessageByClientId(tx, { ticket_id, client_message_id })
    if (repeated) {
      const isSame = repeated.staff_id === agent.staff_id && repeated.content_hash?.equals(content_hash)
      if (!isSame) throw refuseAnswer('customer-service.message-reused')
      return openAgain(deps, tx, { ticket, agent })
    }
    const placeholder = remainingPlaceholder(body)
    if (placeholder !== null) throw refuseAnswer('customer-service.placeholder', { placeholder })
    // Templates are archived, never deleted.
    if (template_id !== undefined && !(await templateExists(tx, template_id)))
      throw refuseAnswer('customer-service.template-unknown')
    const now = deps.clock()
    const state = await requireAllowed(deps, tx, { ticket, input, event: eventOf[outcome], now })
    const { change } = await writeMessage(tx, {
      ticket,
      message: {
        author: 'staff',
        staff_id: agent.staff_id,
        visibility: 'public',
        body,
        client_message_id,
        content_hash,
        attachments,
        template_id: template_id ?? null,
        isAnswer: true,
      },
      now,
      refuse: refuseAnswer,
    })
    await notify(deps, tx, ticket)
    return save(deps, tx, {
      ticket,
      change: {
        ...change,
        state,
        resolved_at: state === 'resolved' ? now : null,
        assignee_id: ticket.assignee_id ?? agent.staff_id,
        first_answered_at: ticket.first_answered_at ?? now,
      },
      now,
      agent,
      isPublic: true,
      audit: {
        action: 'customer-service.reply',
        sentence: `Respondeu no atendimento ${protocolOf(ticket)}, que ficou “${staffStateTitles[state]}”.`,
      },
    })
  })

/**
 * Adds an internal note. A repeated one returns the ticket as it is now.
 * @throws {Refusal} customer-service.unknown, upload-unknown, message-reused
 */
export const addNote = (deps: Deps, input: ParsedBodyOf<typeof addNoteCall> & By): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const { agent, ticket_id, client_message_id, message: body, attachments } = input
    const ticket = await requireTicket(tx, ticket_id)
    const content_hash = contentHashOf([body, 'note', attachments])
    const repeated = await findMessageByClientId(tx, { ticket_id, client_message_id })
    if (repeated) {
      const isSame = repeated.staff_id === agent.staff_id && repeated.content_hash?.equals(content_hash)
      if (!isSame) throw refuseNote('customer-service.message-reused')
      return openAgain(deps, tx, { ticket, agent })
    }
    const now = deps.clock()
    const { change } = await writeMessage(tx, {
      ticket,
      message: noteOf(agent, { body, client_message_id, content_hash, attachments }),
      now,
      refuse: refuseNote,
    })
    return save(deps, tx, {
      ticket,
      change,
      now,
      agent,
      isPublic: false,
      audit: {
        action: 'customer-service.note',
        sentence: `Anotou algo no atendimento ${protocolOf(ticket)}.`,
      },
    })
  })

const noteOf = (
  agent: Agent,
  content: {
    body: string
    client_message_id?: string
    content_hash?: Buffer
    attachments?: readonly string[]
  },
) =>
  ({
    author: 'staff',
    staff_id: agent.staff_id,
    visibility: 'internal',
    body: content.body,
    client_message_id: content.client_message_id ?? null,
    content_hash: content.content_hash ?? null,
    attachments: content.attachments ?? [],
    isAnswer: false,
  }) as const

/**
 * Assigns a ticket to a member who answers tickets, or returns it to the queue.
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, member-unknown
 */
export const assignTicket = (
  deps: Deps,
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
  deps: Deps,
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
  deps: Deps,
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
  deps: Deps,
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
      refuse: refuseAnswer,
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

/**
 * Closes a duplicate and tells the customer where the conversation continues.
 * @returns the ticket that continues
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, merge-unknown
 */
export const mergeTickets = async (
  deps: Deps,
  input: ParsedBodyOf<typeof mergeTicketsCall> & By,
): Promise<DeskTicket> => {
  const { agent, ticket_id } = input
  const number = parseTicketProtocol(input.into_protocol)
  const found = number === null ? undefined : await findTicketByProtocol(deps.db, number)
  return inTransaction(deps.db, async (tx) => {
    const rows = found && found.id !== ticket_id ? await lockTickets(tx, [ticket_id, found.id]) : []
    const ticket = rows.find(({ id }) => id === ticket_id) ?? (await requireTicket(tx, ticket_id))
    const into = rows.find(({ id }) => id !== ticket_id)
    const now = deps.clock()
    await requireAllowed(deps, tx, { ticket, input, event: 'merge', now })
    const isOpen =
      into?.customer_id === ticket.customer_id && openTicketStates.some((state) => state === into.state)
    if (!into || !isOpen) throw refuseMerge('customer-service.merge-unknown')
    const [from_protocol, into_protocol] = [protocolOf(ticket), protocolOf(into)]
    const closing = await writeMessage(tx, {
      ticket,
      message: systemMessage(`Este atendimento continua no protocolo ${into_protocol}.`, { isAnswer: true }),
      now,
      refuse: refuseAnswer,
    })
    const continuing = await writeMessage(tx, {
      ticket: into,
      message: systemMessage(`O atendimento ${from_protocol} foi unido a este.`, { isAnswer: true }),
      now,
      refuse: refuseAnswer,
    })
    const closed = await changeTicket(
      tx,
      ticket,
      { ...closing.change, state: 'closed', closed_at: now, merged_into: into.id },
      now,
    )
    await publish(deps, tx, closed, { isPublic: true })
    await notify(deps, tx, into)
    return save(deps, tx, {
      ticket: into,
      change: continuing.change,
      now,
      agent,
      isPublic: true,
      audit: {
        action: 'customer-service.merge',
        sentence: `Uniu o atendimento ${from_protocol} ao ${into_protocol}.`,
      },
    })
  })
}

const requireTicket = async (tx: Tx, ticket_id: string): Promise<TicketRow> => {
  const ticket = await lockTicket(tx, ticket_id)
  if (!ticket) throw refuse('customer-service.unknown')
  return ticket
}

/** The state after an event on the version that the member saw. */
const requireAllowed = async (
  deps: Deps,
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

const publish = (deps: Deps, tx: Tx, ticket: TicketRow, { isPublic }: { isPublic: boolean }): Promise<void> =>
  deps.events.publish(tx, {
    ticket_id: ticket.id,
    customer_id: ticket.customer_id,
    version: ticket.version,
    is_public: isPublic,
  })

const notify = (deps: Deps, tx: Tx, ticket: TicketRow): Promise<void> =>
  deps.notifyOfAnswer(tx, {
    customer_id: ticket.customer_id,
    protocol: protocolOf(ticket),
    path: conversationPath(ticket.id),
  })

const save = async (
  deps: Deps,
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
