import type { ReservationState, TicketState } from '@clube/contract/event-tickets/reservation.ts'
import type { SessionStatus } from '@clube/contract/event-tickets/session.ts'

type Tone = 'good' | 'warn' | 'bad' | undefined

export const sessionTones = {
  available: 'good',
  last_places: 'warn',
  held_by_others: 'warn',
  sold_out: 'bad',
  closed: undefined,
} as const satisfies Record<SessionStatus, Tone>

/** What a ticket that no longer opens the gate says instead of its QR code. */
export const ticketStateWords = {
  valid: null,
  used: 'Já utilizado',
  cancelled: 'Cancelado',
  released: 'Lugar liberado para outra pessoa',
} as const satisfies Record<TicketState, string | null>

/** The state of a reservation that has no ticket to show. */
export const reservationStateWords = {
  held: 'Reserva aguardando confirmação',
  confirmed: 'Confirmada',
  cancelled: 'Cancelada',
  expired: 'Expirada',
  released: 'Lugares liberados',
} as const satisfies Record<ReservationState, string>

/** How many tickets, in words. */
export const ticketsInWords = (count: number): string => (count === 1 ? '1 ingresso' : `${count} ingressos`)
