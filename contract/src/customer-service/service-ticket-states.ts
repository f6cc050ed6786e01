/** States of a service ticket. */
export const serviceTicketStates = ['new', 'in_progress', 'waiting_customer', 'resolved', 'closed'] as const
export type ServiceTicketState = (typeof serviceTicketStates)[number]

/** Names of the states, for customers and staff. */
export const serviceTicketStateTitles = {
  new: 'Recebido',
  in_progress: 'Em atendimento',
  waiting_customer: 'Aguardando sua resposta',
  resolved: 'Resolvido',
  closed: 'Encerrado',
} as const satisfies Record<ServiceTicketState, string>

/** The name of a state on staff screens, where "sua" would be the staff member. */
export const staffStateTitles = {
  ...serviceTicketStateTitles,
  waiting_customer: 'Aguardando o cliente',
} as const satisfies Record<ServiceTicketState, string>

/** What happens to a ticket. Customers reply, reopen and rate; `expire` is the clock; the others are actions of staff. */
export const serviceTicketEvents = [
  'customer_reply',
  'reopen',
  'rate',
  'assign',
  'staff_reply',
  'ask_customer',
  'resolve',
  'note',
  'edit',
  'transfer',
  'merge',
  'expire',
] as const
export type ServiceTicketEvent = (typeof serviceTicketEvents)[number]

/**
 * The state after each event that a state allows; events that are absent are refused. `staff_reply` answers without asking
 * anything, `ask_customer` waits for the customer, `resolve` ends the work. `merge` closes a duplicate of another ticket.
 */
export const serviceTicketTransitions = {
  new: {
    customer_reply: 'new',
    assign: 'in_progress',
    staff_reply: 'in_progress',
    ask_customer: 'waiting_customer',
    resolve: 'resolved',
    note: 'new',
    edit: 'new',
    transfer: 'new',
    merge: 'closed',
  },
  in_progress: {
    customer_reply: 'in_progress',
    assign: 'in_progress',
    staff_reply: 'in_progress',
    ask_customer: 'waiting_customer',
    resolve: 'resolved',
    note: 'in_progress',
    edit: 'in_progress',
    transfer: 'in_progress',
    merge: 'closed',
  },
  waiting_customer: {
    customer_reply: 'in_progress',
    assign: 'waiting_customer',
    staff_reply: 'waiting_customer',
    ask_customer: 'waiting_customer',
    resolve: 'resolved',
    note: 'waiting_customer',
    edit: 'waiting_customer',
    transfer: 'waiting_customer',
    merge: 'closed',
  },
  resolved: {
    customer_reply: 'in_progress',
    reopen: 'in_progress',
    rate: 'resolved',
    staff_reply: 'in_progress',
    ask_customer: 'waiting_customer',
    note: 'resolved',
    edit: 'resolved',
    merge: 'closed',
    expire: 'closed',
  },
  closed: { note: 'closed' },
} as const satisfies Record<ServiceTicketState, Partial<Record<ServiceTicketEvent, ServiceTicketState>>>

/** The state after an event; null where the event is not allowed. */
export const nextTicketState = (
  state: ServiceTicketState,
  event: ServiceTicketEvent,
): ServiceTicketState | null => {
  const allowed: Partial<Record<ServiceTicketEvent, ServiceTicketState>> = serviceTicketTransitions[state]
  return allowed[event] ?? null
}

/** Days after its resolution on which a ticket closes. Until then it can be reopened and the service rated. */
export const resolvedDays = 7

/** States in which staff have work to do or wait for the customer. */
export const openTicketStates = [
  'new',
  'in_progress',
  'waiting_customer',
] as const satisfies readonly ServiceTicketState[]

export type TicketStateWithTime = {
  readonly state: ServiceTicketState
  /** When a staff member resolved it; null unless it is resolved, or closed after that. */
  readonly resolved_at: Date | null
}

/** When a resolved ticket closes; null in other states. */
export const closesAt = ({ state, resolved_at }: TicketStateWithTime): Date | null =>
  state === 'resolved' && resolved_at !== null
    ? new Date(resolved_at.getTime() + resolvedDays * 86_400_000)
    : null

/** The state at an instant: a resolved ticket counts as closed when its days have passed, before the job has run. */
export const ticketStateAt = (ticket: TicketStateWithTime, now: Date): ServiceTicketState => {
  const closes_at = closesAt(ticket)
  return closes_at !== null && closes_at <= now ? 'closed' : ticket.state
}
