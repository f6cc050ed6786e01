import { mergeTicketsCall } from '@clube/contract/customer-service/action-calls.ts'
import { uploadRefusals } from '@clube/contract/customer-service/calls.ts'
import { openTicketStates } from '@clube/contract/customer-service/service-ticket-states.ts'
import { parseTicketProtocol } from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { ParsedBodyOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  changeTicket,
  findTicketByProtocol,
  lockTickets,
  type TicketChange,
  type TicketRow,
} from './service-ticket-store.ts'
import {
  notify,
  publish,
  requireAllowed,
  requireTicket,
  save,
  type ActionDeps,
  type By,
} from './ticket-action.ts'
import { protocolOf } from './ticket-views.ts'
import { systemMessage, writeMessage } from './write-message.ts'

const refuseMerge = refusalsOf(mergeTicketsCall)
const refuseUpload = refusalsOf({ refusals: uploadRefusals })

/**
 * Closes a duplicate and tells the customer where the conversation continues.
 * @returns the ticket that continues
 * @throws {Refusal} customer-service.unknown, changed, closed, not-allowed, merge-unknown
 */
export const mergeTickets = async (
  deps: ActionDeps,
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
    const { closed, change } = await closeDuplicate(tx, { ticket, into, now })
    await publish(deps, tx, closed, { isPublic: true })
    await notify(deps, tx, into)
    return save(deps, tx, {
      ticket: into,
      change,
      now,
      agent,
      isPublic: true,
      audit: {
        action: 'customer-service.merge',
        sentence: `Uniu o atendimento ${protocolOf(ticket)} ao ${protocolOf(into)}.`,
      },
    })
  })
}

/**
 * Closes a locked duplicate, with a message in both conversations.
 * @returns the closed ticket, and the change of the one that continues
 */
export const closeDuplicate = async (
  tx: Tx,
  { ticket, into, now }: { ticket: TicketRow; into: TicketRow; now: Date },
): Promise<{ closed: TicketRow; change: TicketChange }> => {
  const closing = await writeMessage(tx, {
    ticket,
    message: systemMessage(`Este atendimento continua no protocolo ${protocolOf(into)}.`, { isAnswer: true }),
    now,
    refuse: refuseUpload,
  })
  const { change } = await writeMessage(tx, {
    ticket: into,
    message: systemMessage(`O atendimento ${protocolOf(ticket)} foi unido a este.`, { isAnswer: true }),
    now,
    refuse: refuseUpload,
  })
  const closed = await changeTicket(
    tx,
    ticket,
    { ...closing.change, state: 'closed', closed_at: now, merged_into: into.id },
    now,
  )
  return { closed, change }
}
