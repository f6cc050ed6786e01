import type { ReservationState, TicketState } from './reservation.ts'
import type { WaitingState } from './session.ts'

/** States as staff read them. */
export const ticketStateTitles = {
  valid: 'Válido',
  used: 'Utilizado',
  cancelled: 'Cancelado',
  released: 'Lugar liberado',
} as const satisfies Record<TicketState, string>

export const reservationStateTitles = {
  held: 'Aguardando confirmação',
  confirmed: 'Confirmada',
  cancelled: 'Cancelada',
  expired: 'Expirada',
  released: 'Lugares liberados',
} as const satisfies Record<ReservationState, string>

export const waitingStateTitles = {
  waiting: 'Esperando',
  offered: 'Com oferta',
  accepted: 'Aceita',
  expired: 'Oferta expirada',
  left: 'Saiu',
} as const satisfies Record<WaitingState, string>
