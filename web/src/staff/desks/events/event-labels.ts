import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { ReservationState, TicketState } from '@clube/contract/event-tickets/reservation.ts'
import type {
  EventSessionStatus,
  StaffEventSession,
  WaitingState,
} from '@clube/contract/event-tickets/session.ts'
import { staffStatusTitles } from '@clube/contract/event-tickets/state-titles.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatInstant } from '../../parts/instant.ts'

const statusTones = {
  available: 'good',
  last_places: 'warn',
  held_by_others: 'warn',
  sold_out: 'bad',
  closed: undefined,
  cancelled: 'bad',
} as const satisfies Record<EventSessionStatus, Tone>

/** State of a session for staff, including why its places cannot be reserved. `now` as Unix time in milliseconds. */
export function describeStatus(
  session: Pick<StaffEventSession, 'status' | 'is_closed' | 'sales_from' | 'sales_until'>,
  now: number,
): { title: string; tone: Tone } {
  const { status } = session
  if (status !== 'closed') return { title: staffStatusTitles[status], tone: statusTones[status] }
  if (session.is_closed) return { title: 'Encerrada pela equipe', tone: undefined }
  if (now < Date.parse(session.sales_from))
    return { title: `Abre ${formatInstant(session.sales_from)}`, tone: 'accent' }
  if (now >= Date.parse(session.sales_until)) return { title: 'Reservas encerradas', tone: undefined }
  // It is within its sales window, so it is closed because the campaign is not running.
  return { title: staffStatusTitles.closed, tone: undefined }
}

export const ticketTones = {
  valid: 'good',
  used: 'accent',
  cancelled: 'bad',
  released: 'warn',
} as const satisfies Record<TicketState, Tone>

export const reservationTones = {
  held: 'warn',
  confirmed: 'good',
  cancelled: 'bad',
  expired: undefined,
  released: 'warn',
} as const satisfies Record<ReservationState, Tone>

export const waitingTones = {
  waiting: 'warn',
  offered: 'good',
  accepted: 'good',
  expired: undefined,
  left: undefined,
} as const satisfies Record<WaitingState, Tone>

/** '2.000' */
export const formatCount = (count: number): string => count.toLocaleString('pt-BR')

/** '18 vendidos, 0 reservados, 2 livres de 20' */
export const describePlaces = ({ capacity, numbers }: StaffEventSession): string => {
  const { sold, held, free } = numbers
  return `${formatSold(sold)}, ${formatHeld(held)}, ${formatFree(free)} de ${formatCount(capacity)}`
}

const formatSold = countFormatter('vendido', 'vendidos')
const formatHeld = countFormatter('reservado', 'reservados')
const formatFree = countFormatter('livre', 'livres')

/** '1 liberado', '3 liberados': places released from no-shows. */
export const formatReleased = countFormatter('liberado', 'liberados')
