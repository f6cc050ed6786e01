import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { EventSession, WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { clubDayOf, formatHour, formatShortDateTime } from '../../../parts/club-time.ts'
import type { NowEntry } from '../../promotions/promotion.ts'
import {
  hasChanged,
  offerExpiredReason,
  pausedReason,
  placesNowText,
  waitingListEndedTitle,
  waitingListEndedReason,
} from './ticket-labels.ts'
import { ticketPaths } from './ticket-paths.ts'

/**
 * The now entries of event tickets: holds, offers, changed or cancelled sessions, ended waiting lists, and tickets for
 * today.
 */
export const nowEntriesOf = (
  reservations: readonly Reservation[],
  entries: readonly WaitingEntry[],
  nowMs: number,
): NowEntry[] => [
  ...reservations.flatMap((reservation) => heldEntry(reservation, nowMs) ?? []),
  ...entries.flatMap((entry) => offerEntry(entry, nowMs) ?? placesNowEntry(entry) ?? []),
  ...reservations.flatMap((reservation) => changedEntry(reservation, nowMs) ?? []),
  ...entries.flatMap((entry) => endedWaitEntry(entry, nowMs) ?? []),
  ...reservations.flatMap((reservation) => todaysEntry(reservation, nowMs) ?? []),
]

const sessionText = ({
  session_title,
  starts_at,
}: Pick<Reservation, 'session_title' | 'starts_at'>): string =>
  `${session_title}, ${formatShortDateTime(starts_at)}.`

/** A hold that still has to be confirmed. */
function heldEntry(reservation: Reservation, nowMs: number): NowEntry | null {
  const { state, expires_at, campaign_slug } = reservation
  if (state !== 'held' || Date.parse(expires_at) < nowMs) return null
  return {
    title: 'Confirme a sua reserva',
    text: `${sessionText(reservation)} Vale até ${formatHour(expires_at)}.`,
    href: ticketPaths.reserve(campaign_slug),
    until: expires_at,
  }
}

/** The unexpired hold in a promotion's sessions; undefined if there is none. */
export function holdEntry(
  { slug }: { slug: string },
  sessions: readonly EventSession[],
  nowMs: number,
): NowEntry | undefined {
  const hold = sessions
    .flatMap(({ mine }) => mine?.hold ?? [])
    .find(({ expires_at }) => Date.parse(expires_at) > nowMs)
  return (
    hold && {
      title: hold.quantity === 1 ? 'Seu lugar está guardado' : 'Seus lugares estão guardados',
      text: `${formatTicketCount(hold.quantity)}. Confirme até ${formatHour(hold.expires_at)}.`,
      href: ticketPaths.reserve(slug),
      until: hold.expires_at,
    }
  )
}

/**
 * A waiting-list offer, whose deadline is suspended while the promotion is paused; or the notice that it has expired.
 */
function offerEntry(entry: WaitingEntry, nowMs: number): NowEntry | null {
  const { state, offer_expires_at: until, quantity, is_paused } = entry
  if ((state !== 'offered' && state !== 'expired') || until === null) return null
  if (is_paused && state === 'offered')
    return {
      title: `Separados para você: ${formatTicketCount(quantity)}`,
      text: `${sessionText(entry)} ${pausedReason}`,
      href: ticketPaths.mine,
      until: null,
    }
  if (state === 'expired')
    return {
      title: 'A sua vez passou',
      text: `${sessionText(entry)} ${offerExpiredReason(until)}`,
      href: ticketPaths.mine,
      until: null,
    }
  // Only the server knows whether it expired or the promotion was paused.
  if (Date.parse(until) < nowMs) return null
  return {
    title: `Chegou a sua vez: ${formatTicketCount(quantity)}`,
    text: `${sessionText(entry)} Aceite até ${formatHour(until)}.`,
    href: ticketPaths.mine,
    until,
  }
}

/** Free places, fewer than the waiting-list entry requests. */
function placesNowEntry({ places_if_lowered: places, quantity, ...entry }: WaitingEntry): NowEntry | null {
  if (places === null) return null
  return {
    title: placesNowText(places),
    text: `${sessionText(entry)} Você espera por ${quantity}: espere por ${formatTicketCount(places)} e a vez é sua.`,
    href: ticketPaths.mine,
    until: null,
  }
}

/** A session that was cancelled, or changed after the person reserved it, until its start. */
function changedEntry(reservation: Reservation, nowMs: number): NowEntry | null {
  const { session_title, session_cancelled, starts_at, place } = reservation
  if (!(session_cancelled || hasChanged(reservation)) || Date.parse(starts_at) <= nowMs) return null
  return {
    title: session_cancelled ? 'Uma sessão sua foi cancelada' : 'Uma sessão sua mudou',
    text: session_cancelled
      ? sessionText(reservation)
      : `${session_title}: agora ${formatShortDateTime(starts_at)}, ${place}.`,
    href: ticketPaths.mine,
    until: null,
  }
}

/** A session for which the person was waiting, if it was cancelled or its waiting list has ended, until its start. */
function endedWaitEntry(entry: WaitingEntry, nowMs: number): NowEntry | null {
  const { session_cancelled, has_list_ended, starts_at } = entry
  if (!(session_cancelled || has_list_ended) || Date.parse(starts_at) <= nowMs) return null
  return {
    title: session_cancelled ? 'A sessão que você esperava foi cancelada' : waitingListEndedTitle,
    text: session_cancelled ? sessionText(entry) : `${sessionText(entry)} ${waitingListEndedReason}`,
    href: ticketPaths.mine,
    until: null,
  }
}

/** How long after its start the tickets of a session are shown, for people who arrive late. */
const lateArrivalMs = 3 * 3_600_000

/** Valid tickets of a session that starts today or has just started. */
function todaysEntry(
  { tickets, session_title, starts_at, place }: Reservation,
  nowMs: number,
): NowEntry | null {
  const count = tickets.filter(({ state }) => state === 'valid').length
  const startMs = Date.parse(starts_at)
  const isNow =
    startMs > nowMs - lateArrivalMs &&
    (startMs <= nowMs || clubDayOf(starts_at) === clubDayOf(new Date(nowMs)))
  if (count === 0 || !isNow) return null
  return {
    title: count === 1 ? 'Seu ingresso de hoje' : `Seus ${count} ingressos de hoje`,
    text: `${session_title}, ${formatHour(starts_at)}, ${place}.`,
    href: ticketPaths.mine,
    until: null,
  }
}
