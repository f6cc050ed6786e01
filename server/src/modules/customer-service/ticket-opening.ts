import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import { findOpening, saveOpening, type TicketRow } from './service-ticket-store.ts'
import { deskTicketOf, protocolOf } from './ticket-views.ts'

/** How long a member may read an opened ticket again without opening it. */
const openingMs = 30 * 60_000

/** Whether a member whose last opening of a ticket was at this time (null: never) may read it without a new audit line. */
export const isStillOpen = (opened_at: Date | null, now: Date): boolean =>
  opened_at !== null && now.getTime() - opened_at.getTime() <= openingMs

type Deps = CustomerServiceDeps & { readonly events: ServiceEvents }
type Reading = { readonly ticket: TicketRow; readonly agent: Agent }

/** Shows a ticket, with an audit line that the customer sees. */
export const openForAgent = async (deps: Deps, tx: Tx, { ticket, agent }: Reading): Promise<DeskTicket> => {
  const { id: ticket_id } = ticket
  const { staff_id } = agent
  await saveOpening(tx, { ticket_id, staff_id, opened_at: deps.clock() })
  const view = await deskTicketOf(deps, tx, ticket, agent)
  await deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'customer-service.open',
    subject: { kind: 'service-ticket', id: ticket_id },
    sentence: `Abriu o atendimento ${protocolOf(ticket)}.`,
  })
  return view
}

/** Shows a ticket again; with an audit line if the member's last opening was too long ago. */
export const openAgain = async (deps: Deps, tx: Tx, reading: Reading): Promise<DeskTicket> => {
  const { ticket, agent } = reading
  const opened_at = await findOpening(tx, { ticket_id: ticket.id, staff_id: agent.staff_id })
  return isStillOpen(opened_at, deps.clock())
    ? deskTicketOf(deps, tx, ticket, agent)
    : openForAgent(deps, tx, reading)
}
