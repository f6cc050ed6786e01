import {
  addNoteCall,
  answerTicketCall,
  type AnswerOutcome,
} from '@clube/contract/customer-service/action-calls.ts'
import { remainingPlaceholder } from '@clube/contract/customer-service/answer-template.ts'
import {
  staffStateTitles,
  type ServiceTicketEvent,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { templateExists } from './answer-template-store.ts'
import { findMessageByClientId } from './service-message-store.ts'
import { notify, requireAllowed, requireTicket, save, type ActionDeps, type By } from './ticket-action.ts'
import { openAgain } from './ticket-opening.ts'
import { protocolOf } from './ticket-views.ts'
import { contentHashOf, noteOf, writeMessage } from './write-message.ts'

const refuseAnswer = refusalsOf(answerTicketCall)
const refuseNote = refusalsOf(addNoteCall)

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
  deps: ActionDeps,
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
export const addNote = (
  deps: ActionDeps,
  input: ParsedBodyOf<typeof addNoteCall> & By,
): Promise<DeskTicket> =>
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
