import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { formatHour, formatShortDateTime } from '../../../parts/club-time.ts'
import type { WalletItem } from '../../promotions/promotion.ts'
import { hasEnded, isUsable } from './reservation-groups.ts'
import { reservationStateLabels } from './ticket-labels.ts'
import { ticketPaths } from './ticket-paths.ts'

type WalletStatus = Pick<WalletItem, 'stage' | 'status'>

/** A reservation in the *Carteira*. */
export function ticketItem(reservation: Reservation, nowMs: number): Omit<WalletItem, 'icon'> {
  const { campaign_title, quantity, reservation_id, session_title, starts_at, tickets } = reservation
  const valid = tickets.filter(({ state }) => state === 'valid').length
  return {
    id: reservation_id,
    title: session_title,
    text: `${formatTicketCount(valid || quantity)}, ${campaign_title}`,
    ...walletStatusOf(reservation, nowMs),
    validity: formatShortDateTime(starts_at),
    at: starts_at,
    href: reservation.state === 'held' ? ticketPaths.reserve(reservation.campaign_slug) : ticketPaths.mine,
  }
}

function walletStatusOf(reservation: Reservation, nowMs: number): WalletStatus {
  const { state, expires_at, session_cancelled, tickets } = reservation
  if (session_cancelled)
    return {
      stage: hasEnded(reservation, nowMs) ? 'past' : 'pending',
      status: { label: 'Sessão cancelada', tone: 'bad' },
    }
  if (state === 'held')
    return Date.parse(expires_at) > nowMs
      ? { stage: 'pending', status: { label: `Confirme até ${formatHour(expires_at)}`, tone: 'warn' } }
      : { stage: 'past', status: { label: reservationStateLabels.expired } }
  if (hasEnded(reservation, nowMs)) return { stage: 'past', status: { label: 'Sessão encerrada' } }
  if (isUsable(reservation)) return { stage: 'usable', status: { label: 'Válido', tone: 'good' } }
  const isUsed = tickets.some(({ state: each }) => each === 'used')
  return { stage: 'past', status: { label: isUsed ? 'Utilizado' : reservationStateLabels[state] } }
}
