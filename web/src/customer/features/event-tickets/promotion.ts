import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { formatHour, formatShortDateTime } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { stockOffer } from '../../promotions/campaign-labels.ts'
import { emblems, type Offer, type PromotionDescriptor } from '../../promotions/promotion.ts'
import { walletOf } from '../../promotions/wallet.ts'
import { holdEntry, nowEntriesOf } from './now-entries.ts'
import { placesLeft } from './places-left.ts'
import { ticketItem } from './ticket-item.ts'
import { ticketList, useMyTickets, useMyWaiting, useSessions } from './use-tickets.ts'

/** Event tickets in the shoppers' app. */
export const eventTicketsPromotion: PromotionDescriptor = {
  emblem: emblems.ticket,
  useOffer: usePlacesOffer,
  Facts: null,
  wallet: walletOf({
    list: ticketList,
    itemOf: ticketItem,
    title: 'Meus ingressos',
    icon: 'M4 6.5h16a1 1 0 0 1 1 1v2.3a2.3 2.3 0 0 0 0 4.4v2.3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2.3a2.3 2.3 0 0 0 0-4.4V7.5a1 1 0 0 1 1-1ZM14.5 6.5v2.2M14.5 11v2M14.5 15.3v2.2',
    useSummary: () => {
      const { data } = useMyTickets()
      const waiting = useMyWaiting().data ?? []
      return data && ticketsSummary(data.items, waiting, serverNow())
    },
  }),
  useNowEntries: () => {
    const reservations = useMyTickets()
    const waiting = useMyWaiting()
    if (reservations.isPending || waiting.isPending) return undefined
    return nowEntriesOf(reservations.data?.items ?? [], waiting.data ?? [], serverNow())
  },
  reads: { wallet: [listMyTicketsCall, listMyWaitingEntriesCall], now: [] },
  usePointsUses: () => [],
}

/** Status, date and places left of the campaign's sessions. */
function usePlacesOffer(campaign: CampaignCard): Offer {
  const isActive = campaign.state === 'active'
  const { data, isError } = useSessions(campaign.campaign_id, { enabled: isActive })
  const fallback = stockOffer(campaign)
  if (isActive && data) {
    const { chip, places, when = fallback.when } = placesLeft(data, serverNow())
    return { chip, when, left: places, stock: null, hold: holdEntry(campaign, data, serverNow()) }
  }
  // If the sessions failed to load, show the promotion's own status instead of waiting.
  return isActive && !isError ? { ...fallback, chip: null, left: null } : fallback
}

/**
 * Summary of the person's tickets: a hold, else the number of unused ones and the start of the next session, else the
 * waiting list; null if there is none.
 */
export function ticketsSummary(
  reservations: readonly Reservation[],
  waiting: readonly WaitingEntry[],
  nowMs: number,
): string | null {
  const hold = reservations.find(
    ({ state, expires_at }) => state === 'held' && Date.parse(expires_at) > nowMs,
  )
  if (hold) return `Confirme ${formatTicketCount(hold.quantity)} até ${formatHour(hold.expires_at)}`
  const upcoming = reservations.filter(
    ({ state, starts_at }) => state === 'confirmed' && Date.parse(starts_at) > nowMs,
  )
  const count = upcoming.reduce(
    (sum, { tickets }) => sum + tickets.filter(({ state }) => state === 'valid').length,
    0,
  )
  const next = upcoming[0]
  if (waiting.some(({ state, is_paused }) => state === 'offered' && !is_paused) && count === 0)
    return 'Chegou a sua vez'
  if (count === 0 || !next) return waitingSummary(waiting)
  return `${formatTicketCount(count)}, ${count === 1 ? 'para' : 'o próximo'} ${formatShortDateTime(next.starts_at)}`
}

/** The person's waiting-list status, with the best position if known; null if there are no open entries. */
function waitingSummary(waiting: readonly WaitingEntry[]): string | null {
  if (!waiting.some(({ state }) => state === 'waiting' || state === 'offered')) return null
  const [best] = waiting.flatMap(({ position }) => position ?? []).toSorted((a, b) => a - b)
  return best === undefined ? 'Na lista de espera' : `Na lista de espera, ${best}ª posição`
}
