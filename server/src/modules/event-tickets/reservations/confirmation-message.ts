import { ticketsPath } from '@clube/contract/event-tickets/reservation.ts'
import { formatShortDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { EmailAttachment } from '../../../ports/mailer.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import type { MessageTexts } from '../../messaging/index.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import { calendarFile, type CalendarMethod } from './calendar-file.ts'
import { customerStateAt } from './reservation.ts'
import {
  findReservation,
  listConfirmed,
  listEndedBySession,
  type ReservationWithSession,
} from './reservation-store.ts'
import { ticketPdf } from './ticket-pdf.ts'
import { ticketCodes } from './ticket.ts'
import { listTicketsOfReservations } from './ticket-store.ts'

type Confirmed = Pick<
  ReservationWithSession,
  'quantity' | 'session_title' | 'place' | 'starts_at' | 'cancel_until'
> & { readonly campaign_title: string }

/** Texts of the message about a confirmed reservation. Only its attachments contain names and codes. */
export const confirmationTexts = (reservation: Confirmed, zone: TimeZone): MessageTexts => {
  const { quantity, campaign_title, session_title, place, starts_at, cancel_until } = reservation
  const tickets = quantity === 1 ? '1 ingresso' : `${quantity} ingressos`
  const when = formatShortDateTime(starts_at, zone)
  return {
    subject: 'Reserva confirmada',
    paragraphs: [
      `A sua reserva de ${tickets} para ${campaign_title} está confirmada.`,
      `Se não puder ir, cancele em Meus ingressos até ${formatShortDateTime(cancel_until, zone)}.`,
    ],
    details: [
      { label: 'Sessão', value: session_title },
      { label: 'Data', value: when },
      { label: 'Local', value: place },
    ],
    code: null,
    link: { label: 'Ver meus ingressos', url: ticketsPath },
    short: `Reserva confirmada: ${tickets}, ${when}. Veja em Meus ingressos.`,
    warning: null,
  }
}

/** A ticket admits the person who shows it, so tickets are sent to a confirmed address only. */
export const confirmationNotes = {
  note: 'Os ingressos em PDF e o evento para a sua agenda estão anexados. Não encaminhe esta mensagem: quem mostrar o QR Code primeiro entra.',
  withheld:
    'Os seus ingressos estão em Meus ingressos. Para receber os próximos também por e-mail, confirme este endereço em Meu perfil.',
} as const

/** Queues the message in the transaction that confirms the reservation. */
export const notifyOfConfirmation = async (
  deps: EventTicketDeps,
  tx: Tx,
  reservation: ReservationWithSession,
  ip?: string,
): Promise<void> => {
  const { id, customer_id, starts_at, ends_at } = reservation
  const texts = confirmationTexts(await withCampaign(tx, reservation), deps.time_zone)
  const attached = { id, ...confirmationNotes }
  const expires_at = ends_at ?? starts_at
  const template = 'reservation-confirmed'
  await deps.notify(tx, {
    customer_id,
    topic: messageTopics[template],
    template,
    texts,
    attached,
    expires_at,
    ...(ip === undefined ? {} : { ip }),
  })
}

/** The tickets as a PDF and the event as a calendar file; null unless the reservation is still confirmed. */
export const createConfirmationFiles = async (
  deps: EventTicketDeps,
  { customer_id, attached_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[] | null> => {
  const found = await findReservation(deps.db, attached_id)
  if (found?.customer_id !== customer_id || customerStateAt(found, deps.clock()) !== 'confirmed') return null
  const confirmed_at = found.confirmed_at ?? found.created_at
  const reservation = { ...(await withCampaign(deps.db, found)), confirmed_at }
  const tickets = (await listTicketsOfReservations(deps.db, [found.id])).map((ticket) => ({
    participant_name: ticket.participant_name,
    code: ticketCodes.open(deps.vault, ticket.code_sealed),
  }))
  return [
    {
      filename: 'ingressos.pdf',
      content_type: 'application/pdf',
      content: await ticketPdf({ ...reservation, tickets }, deps.sender, deps.time_zone),
    },
    calendarAttachment('PUBLISH', [reservation], confirmed_at),
  ]
}

/** The calendar file of a customer's confirmed reservations in a session. */
export const createSessionFiles = async (
  deps: EventTicketDeps,
  { customer_id, attached_id: session_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[]> => {
  return calendarAttachments(deps, 'PUBLISH', await listConfirmed(deps.db, { customer_id, session_id }))
}

/** The calendar file that cancels the events of a customer's reservations in a cancelled session. */
export const createCancellationFiles = async (
  deps: EventTicketDeps,
  { customer_id, attached_id: session_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[]> =>
  calendarAttachments(deps, 'CANCEL', await listEndedBySession(deps.db, { customer_id, session_id }))

const calendarAttachments = async (
  deps: EventTicketDeps,
  method: CalendarMethod,
  found: readonly ReservationWithSession[],
): Promise<EmailAttachment[]> => {
  if (found.length === 0) return []
  const reservations = await Promise.all(found.map((reservation) => withCampaign(deps.db, reservation)))
  return [calendarAttachment(method, reservations, deps.clock())]
}

const calendarAttachment = (...file: Parameters<typeof calendarFile>): EmailAttachment => ({
  filename: 'evento.ics',
  content_type: `text/calendar; charset=utf-8; method=${file[0]}`,
  content: Buffer.from(calendarFile(...file)),
})

const withCampaign = async (
  db: Db,
  reservation: ReservationWithSession,
): Promise<ReservationWithSession & { campaign_title: string }> => {
  const campaign = (await findCampaignFacts(db, [reservation.campaign_id])).get(reservation.campaign_id)
  if (!campaign) throw new Error('The reservation has no campaign')
  return { ...reservation, campaign_title: campaign.title }
}
