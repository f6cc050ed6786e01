import type { ReservationState, TicketState } from './reservation.ts'
import { eventSessionStatusTitles, type EventSessionStatus, type WaitingState } from './session.ts'

/** State titles for staff: they describe the state, while customers' labels say what to do. */
export const staffStatusTitles = {
  ...eventSessionStatusTitles,
  held_by_others: 'Tudo reservado',
  sold_out: 'Esgotada',
  closed: 'Promoção fora do ar',
  cancelled: 'Cancelada',
} as const satisfies Record<EventSessionStatus, string>

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
