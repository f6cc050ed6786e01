import { formatPlaces } from '@clube/contract/kernel/count-formats.ts'
import type { Reservation, ReservationState, TicketState } from '@clube/contract/event-tickets/reservation.ts'
import type { EventSessionStatus } from '@clube/contract/event-tickets/session.ts'
import { formatHour } from '../../../parts/club-time.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'

export const sessionTones = {
  available: 'good',
  last_places: 'warn',
  held_by_others: 'warn',
  sold_out: 'bad',
  closed: undefined,
  cancelled: 'bad',
} as const satisfies Record<EventSessionStatus, Tone>

/** Text shown instead of the QR code of a ticket that is no longer valid. */
export const ticketStateLabels = {
  valid: null,
  used: 'Já utilizado',
  cancelled: 'Cancelado',
  released: 'Lugar liberado para outra pessoa',
} as const satisfies Record<TicketState, string | null>

/** Labels of reservations that have no ticket to show. */
export const reservationStateLabels = {
  held: 'Reserva aguardando confirmação',
  confirmed: 'Confirmada',
  cancelled: 'Cancelada',
  expired: 'Expirada',
  released: 'Lugares liberados',
} as const satisfies Record<ReservationState, string>

/** Whether the session was changed after the reservation was made, so that it can be cancelled with everything returned. */
export const hasChanged = ({ before_change }: Pick<Reservation, 'before_change'>): boolean =>
  (before_change ?? null) !== null

/** The end of the waiting list of a session that was not cancelled. */
export const waitingListEndedTitle = 'A lista de espera terminou'
export const waitingListEndedReason =
  'As reservas desta sessão terminaram antes que você ficasse com ingressos.'

/** Tells the customer that their offer expired at an ISO instant, and the consequence. */
export const offerExpiredReason = (at: string): string =>
  `O prazo para aceitar terminou às ${formatHour(at)}, e você saiu da lista de espera.`

/** Why a waiting-list offer cannot be accepted now. */
export const pausedReason = 'A promoção está pausada, e o prazo para aceitar não corre.'

/** Free places, fewer than a waiting-list entry requests. */
export const placesNowText = (places: number): string => `Há ${formatPlaces(places)} agora`
