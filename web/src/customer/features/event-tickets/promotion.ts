import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { formatTime, formatShortDateTime } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type Offer, type PromotionDescriptor, type UrgentStep } from '../../promotions/promotion.ts'
import { placesLeft } from './places-left.ts'
import { ticketPaths } from './ticket-paths.ts'
import { formatTicketCount, hasChanged } from './ticket-labels.ts'
import { useMyTickets, useMyWaiting, useSessions } from './use-tickets.ts'

/** Event tickets in the shoppers' app. */
export const eventTicketsPromotion: PromotionDescriptor = {
  emblem: emblems.ticket,
  routes: [
    {
      pattern: ticketPaths.mine,
      load: () =>
        import('./tickets-page.tsx').then(({ TicketsPage, OfflineTicketsPage }) => ({
          page: TicketsPage,
          offline: OfflineTicketsPage,
        })),
    },
    {
      pattern: ticketPaths.reserve(':slug'),
      load: () => import('./reserve-page.tsx').then(({ ReservePage }) => ({ page: ReservePage })),
    },
  ],
  primaryAction: (slug) => ({ href: ticketPaths.reserve(slug), label: 'Escolher sessão' }),
  useOffer: usePlacesOffer,
  Facts: null,
  wallet: {
    href: ticketPaths.mine,
    title: 'Meus ingressos',
    drawing:
      'M4 6.5h16a1 1 0 0 1 1 1v2.3a2.3 2.3 0 0 0 0 4.4v2.3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2.3a2.3 2.3 0 0 0 0-4.4V7.5a1 1 0 0 1 1-1ZM14.5 6.5v2.2M14.5 11v2M14.5 15.3v2.2',
    useSummary: () => {
      const { data } = useMyTickets()
      return data && ticketsSummary(data.items, serverNow())
    },
  },
  useUrgentSteps: () => {
    const reservations = useMyTickets().data?.items ?? []
    const entries = useMyWaiting().data ?? []
    const now = serverNow()
    const held = heldStep(reservations, now)
    const changed = changedStep(reservations, now)
    return [...(held ? [held] : []), ...offerSteps(entries, now), ...(changed ? [changed] : [])]
  },
  ownDataLabel: 'ingressos',
}

/** Status, date and places left of the campaign's sessions. */
function usePlacesOffer(campaign: CampaignCard): Offer {
  const isOn = campaign.state === 'active'
  const { data, isError } = useSessions(campaign.campaign_id, { enabled: isOn })
  const fallback = stockOffer(campaign)
  if (isOn && data) {
    const { chip, places, when = fallback.when } = placesLeft(data, serverNow())
    return { chip, when, left: places }
  }
  // If the sessions failed to load, show the promotion's own status instead of waiting.
  return isOn && !isError ? { chip: null, when: fallback.when, left: null } : fallback
}

/** Summary of the person's tickets: the number of unused ones and the start of the next session. */
export function ticketsSummary(reservations: readonly Reservation[], nowMs: number): string {
  const upcoming = reservations.filter(
    ({ state, starts_at }) => state === 'confirmed' && Date.parse(starts_at) > nowMs,
  )
  const count = upcoming.reduce(
    (sum, { tickets }) => sum + tickets.filter(({ state }) => state === 'valid').length,
    0,
  )
  const next = upcoming[0]
  if (count === 0 || !next) return 'Nenhum por enquanto'
  return `${formatTicketCount(count)}, ${count === 1 ? 'para' : 'o próximo'} ${formatShortDateTime(next.starts_at)}`
}

/** The reservation that still has to be confirmed, if any. */
export function heldStep(
  reservations: readonly Pick<Reservation, 'state' | 'expires_at' | 'campaign_slug'>[],
  nowMs: number,
): UrgentStep | null {
  const held = reservations.find(
    ({ state, expires_at }) => state === 'held' && Date.parse(expires_at) >= nowMs,
  )
  if (!held) return null
  return {
    title: 'Confirme a sua reserva',
    text: `Seus lugares estão guardados até ${formatTime(held.expires_at)}.`,
    href: ticketPaths.reserve(held.campaign_slug),
  }
}

/** Live offers of the waiting list. */
export const offerSteps = (
  entries: readonly Pick<
    WaitingEntry,
    'state' | 'offer_expires_at' | 'quantity' | 'session_title' | 'starts_at'
  >[],
  nowMs: number,
): UrgentStep[] =>
  entries.flatMap(({ state, offer_expires_at: until, quantity, session_title, starts_at }) =>
    state === 'offered' && until !== null && Date.parse(until) >= nowMs
      ? {
          title: `Chegou a sua vez: ${formatTicketCount(quantity)}`,
          text: `${session_title}, ${formatShortDateTime(starts_at)}. Aceite até ${formatTime(until)}.`,
          href: ticketPaths.mine,
        }
      : [],
  )

type ChangedReservation = Pick<
  Reservation,
  'before_change' | 'session_cancelled' | 'session_title' | 'starts_at' | 'place'
>

/** The next session that was cancelled, or changed after the person reserved it, until its start. */
export function changedStep(reservations: readonly ChangedReservation[], nowMs: number): UrgentStep | null {
  const changed = reservations.find(
    (reservation) =>
      (reservation.session_cancelled || hasChanged(reservation)) && Date.parse(reservation.starts_at) > nowMs,
  )
  if (!changed) return null
  const { session_title, session_cancelled, starts_at, place } = changed
  const when = formatShortDateTime(starts_at)
  return {
    title: session_cancelled ? 'Uma sessão sua foi cancelada' : 'Uma sessão sua mudou',
    text: session_cancelled ? `${session_title}, ${when}.` : `${session_title}: agora ${when}, ${place}.`,
    href: ticketPaths.mine,
  }
}
