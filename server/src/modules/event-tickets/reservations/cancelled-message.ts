import { ticketsPath } from '@clube/contract/event-tickets/ticket-path.ts'
import { formatShortDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { Tx } from '../../../db/database.ts'
import type { MessageTexts } from '../../messaging/index.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import { withCampaign } from './reservation-files.ts'
import type { ReservationWithSession } from './reservation-store.ts'

type Cancelled = Pick<ReservationWithSession, 'quantity' | 'session_title' | 'place' | 'starts_at'> & {
  readonly campaign_title: string
  /** Whether what the participation used was returned. */
  readonly isReturned: boolean
}

/** Texts of the message about a confirmed reservation that its customer cancelled. */
export const cancelledTexts = (reservation: Cancelled, zone: TimeZone): MessageTexts => {
  const { quantity, campaign_title, session_title, place, starts_at, isReturned } = reservation
  const tickets = formatTicketCount(quantity)
  const when = formatShortDateTime(starts_at, zone)
  return {
    subject: 'Reserva cancelada',
    paragraphs: [
      `Você cancelou a sua reserva de ${tickets} para ${campaign_title}.`,
      quantity === 1
        ? 'O ingresso não vale mais na entrada, mesmo impresso ou guardado.'
        : 'Os ingressos não valem mais na entrada, mesmo impressos ou guardados.',
      ...(isReturned ? ['O que você usou para participar, como notas e pontos, foi devolvido.'] : []),
    ],
    details: [
      { label: 'Sessão', value: session_title },
      { label: 'Data', value: when },
      { label: 'Local', value: place },
    ],
    code: null,
    link: { label: 'Ver meus ingressos', url: ticketsPath },
    short: `Reserva cancelada: ${tickets}, ${when}.`,
    warning: null,
  }
}

/** The calendar file removes the event that the confirmation added. */
export const cancelledNote = 'O arquivo anexado retira o evento da sua agenda.'

/** Queues the message in the transaction that cancels the reservation. */
export const notifyOfCancelledReservation = async (
  deps: EventTicketDeps,
  tx: Tx,
  reservation: ReservationWithSession,
  { isReturned, ip }: { isReturned: boolean; ip: string },
): Promise<void> => {
  const { id, customer_id, starts_at, ends_at } = reservation
  const template = 'reservation-cancelled'
  await deps.notify(tx, {
    customer_id,
    topic: messageTopics[template],
    template,
    texts: cancelledTexts({ ...(await withCampaign(tx, reservation)), isReturned }, deps.time_zone),
    attached: { id, note: cancelledNote, withheld: null },
    expires_at: ends_at ?? starts_at,
    ip,
  })
}
