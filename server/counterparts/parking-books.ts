import { feeCents, graceMs, nextIncreaseMs } from './parking-fee.ts'

/** A ticket in the car park; instants in ISO 8601. */
export type BookedTicket = {
  readonly ticket_number: string
  readonly garage_id: string
  readonly vehicle: 'car' | 'motorcycle' | 'monthly'
  readonly entered_at: string
  readonly left_at: string | null
  readonly paid_cents: number
  /** Discount granted by someone else. */
  readonly other_discount_cents: number
  /** Until when nothing more is due after everything was paid or discounted. */
  readonly free_until: string | null
}

export type BookedApplication = {
  readonly key: string
  readonly ticket_number: string
  readonly garage_id: string
  readonly promotion_id: string
  readonly discount_cents: number
  readonly due_cents: number
  readonly leave_by: string | null
  readonly applied_at: string
  readonly undone_at: string | null
}

export type TicketStatus = {
  readonly ticket: BookedTicket
  readonly due_cents: number
  readonly fee_cents: number
  readonly discount_cents: number
  readonly leave_by: string | null
}

export type ParkingCommand =
  /** A vehicle enters, unless it is parked already. */
  | { readonly kind: 'enter'; readonly ticket: BookedTicket }
  | { readonly kind: 'pay'; readonly ticket_number: string; readonly at: string }
  | { readonly kind: 'leave'; readonly ticket_number: string; readonly at: string }
  | {
      readonly kind: 'apply'
      readonly key: string
      readonly ticket_number: string
      readonly garage_id: string
      readonly promotion_id: string
      readonly amount_cents: number
      readonly at: string
    }
  | { readonly kind: 'undo'; readonly key: string; readonly at: string }

type ApplyRefusal = 'unknown-ticket' | 'left' | 'nothing-due' | 'already-discounted' | 'unknown-promotion'
export type ParkingResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'applied'; readonly application: BookedApplication }
  /** The key was used before. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'undone'; readonly undone_at: string }
  | { readonly kind: 'refused'; readonly reason: ApplyRefusal | 'unknown-application' }

/** Time to leave after paying or a discount that covers everything. */
const leavingMs = 20 * 60_000
/** A monthly pass has no time to leave; the car park answers with a day. */
const monthlyMs = 24 * 3_600_000
/** The car park's id of the club's promotion. */
export const clubPromotion = 'CLUBE'

export type ParkingBooks = {
  readonly execute: (command: ParkingCommand) => ParkingResult
  readonly statusOf: (ticket_number: string, now: Date) => TicketStatus | null
  /** The application of a key; null when it was not made, or was undone. */
  readonly findApplication: (key: string) => BookedApplication | null
  readonly tickets: () => readonly BookedTicket[]
  readonly applications: () => readonly BookedApplication[]
}

/** The promotions that the car park accepts for a ticket. */
export const promotionsOf = ({ vehicle }: BookedTicket): readonly string[] =>
  vehicle === 'monthly' ? [] : [clubPromotion]

/** The books of a car park: tickets and discounts, which change only by commands. */
export const createParkingBooks = (): ParkingBooks => {
  const tickets = new Map<string, BookedTicket>()
  const applications = new Map<string, BookedApplication>()
  /** The refusals of keys, which are final. */
  const refusals = new Map<string, ApplyRefusal>()

  const activeApplication = (ticket: BookedTicket): BookedApplication | undefined =>
    [...applications.values()].find(
      ({ ticket_number, applied_at, undone_at }) =>
        undone_at === null && ticket_number === ticket.ticket_number && applied_at >= ticket.entered_at,
    )

  const statusOf = (ticket_number: string, now: Date): TicketStatus | null => {
    const ticket = tickets.get(ticket_number)
    return ticket ? ticketStatus(ticket, activeApplication(ticket)?.discount_cents ?? 0, now) : null
  }

  const settle = (ticket_number: string, at: string, paid_cents: number): TicketStatus | null => {
    const ticket = tickets.get(ticket_number)
    if (!ticket) return null
    const paid = { ...ticket, paid_cents: ticket.paid_cents + paid_cents }
    tickets.set(ticket_number, paid)
    const isCovered = statusOf(ticket_number, new Date(at))?.due_cents === 0
    const free_until = isCovered ? new Date(Date.parse(at) + leavingMs).toISOString() : paid.free_until
    tickets.set(ticket_number, { ...paid, free_until })
    return statusOf(ticket_number, new Date(at))
  }

  const applyRefusal = (command: Extract<ParkingCommand, { kind: 'apply' }>): ApplyRefusal | null => {
    const status = statusOf(command.ticket_number, new Date(command.at))
    if (status?.ticket.garage_id !== command.garage_id) return 'unknown-ticket'
    const { ticket } = status
    if (ticket.left_at !== null) return 'left'
    if (status.discount_cents > 0) return 'already-discounted'
    if (status.due_cents === 0) return 'nothing-due'
    return promotionsOf(ticket).includes(command.promotion_id) ? null : 'unknown-promotion'
  }

  const apply = (command: Extract<ParkingCommand, { kind: 'apply' }>): ParkingResult => {
    const { key, ticket_number, garage_id, promotion_id, amount_cents, at } = command
    if (applications.has(key)) return { kind: 'repeated' }
    const reason = refusals.get(key) ?? applyRefusal(command)
    if (reason) {
      refusals.set(key, reason)
      return { kind: 'refused', reason }
    }
    const due = statusOf(ticket_number, new Date(at))?.due_cents ?? 0
    const granted: BookedApplication = {
      key,
      ticket_number,
      garage_id,
      promotion_id,
      discount_cents: Math.min(due, amount_cents),
      due_cents: 0,
      leave_by: null,
      applied_at: at,
      undone_at: null,
    }
    applications.set(key, granted)
    const status = settle(ticket_number, at, 0)
    const application = {
      ...granted,
      due_cents: status?.due_cents ?? 0,
      leave_by: status?.leave_by ?? null,
    }
    applications.set(key, application)
    return { kind: 'applied', application }
  }

  const undo = ({ key, at }: Extract<ParkingCommand, { kind: 'undo' }>): ParkingResult => {
    const application = applications.get(key)
    if (!application) return { kind: 'refused', reason: 'unknown-application' }
    if (application.undone_at !== null) return { kind: 'undone', undone_at: application.undone_at }
    const ticket = tickets.get(application.ticket_number)
    if (!ticket || ticket.left_at !== null || ticket.entered_at > application.applied_at)
      return { kind: 'refused', reason: 'left' }
    applications.set(key, { ...application, undone_at: at })
    tickets.set(ticket.ticket_number, { ...ticket, free_until: null })
    return { kind: 'undone', undone_at: at }
  }

  const leave = (ticket_number: string, at: string): void => {
    const status = statusOf(ticket_number, new Date(at))
    if (status?.due_cents === 0 && status.ticket.left_at === null)
      tickets.set(ticket_number, { ...status.ticket, left_at: at })
  }

  const execute = (command: ParkingCommand): ParkingResult => {
    switch (command.kind) {
      case 'enter': {
        const { ticket } = command
        const present = tickets.get(ticket.ticket_number)
        if (!present || present.left_at !== null) tickets.set(ticket.ticket_number, ticket)
        return { kind: 'done' }
      }
      case 'pay':
        settle(
          command.ticket_number,
          command.at,
          statusOf(command.ticket_number, new Date(command.at))?.due_cents ?? 0,
        )
        return { kind: 'done' }
      case 'leave':
        leave(command.ticket_number, command.at)
        return { kind: 'done' }
      case 'apply':
        return apply(command)
      case 'undo':
        return undo(command)
      default:
        return command satisfies never
    }
  }

  return {
    execute,
    statusOf,
    findApplication: (key) => {
      const application = applications.get(key)
      return application && application.undone_at === null ? application : null
    },
    tickets: () => [...tickets.values()],
    applications: () => [...applications.values()],
  }
}

const ticketStatus = (ticket: BookedTicket, ownDiscount: number, now: Date): TicketStatus => {
  const { vehicle, left_at } = ticket
  const entered = Date.parse(ticket.entered_at)
  const until = left_at === null ? now.getTime() : Date.parse(left_at)
  const discount_cents = ownDiscount + ticket.other_discount_cents
  const covered = discount_cents + ticket.paid_cents
  const freeUntil = ticket.free_until === null ? 0 : Date.parse(ticket.free_until)
  const fee = feeCents(vehicle, until - entered)
  const due_cents = left_at !== null || until <= freeUntil ? 0 : Math.max(0, fee - covered)
  return {
    ticket,
    due_cents,
    fee_cents: covered + due_cents,
    discount_cents,
    leave_by: due_cents > 0 ? null : leaveBy(ticket, { covered, freeUntil, until }).toISOString(),
  }
}

const leaveBy = (
  { vehicle, entered_at, left_at }: BookedTicket,
  { covered, freeUntil, until }: { covered: number; freeUntil: number; until: number },
): Date => {
  if (left_at !== null) return new Date(left_at)
  if (vehicle === 'monthly') return new Date(until + monthlyMs)
  const entered = Date.parse(entered_at)
  if (covered === 0) return new Date(entered + graceMs)
  return new Date(Math.max(freeUntil, entered + nextIncreaseMs(vehicle, covered)))
}
