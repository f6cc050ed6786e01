import type { Db } from '../../../db/database.ts'
import type { EmailAttachment } from '../../../ports/mailer.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { calendarFile, type CalendarMethod } from './calendar-file.ts'
import { readCancellationDeadline } from './cancellation-deadline.ts'
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

type WithCampaign = ReservationWithSession & { readonly campaign_title: string }

/** The tickets as a PDF and the event as a calendar file; null unless the reservation is still confirmed. */
export const createConfirmationFiles = async (
  deps: EventTicketDeps,
  { customer_id, attached_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[] | null> => {
  const found = await findReservation(deps.db, attached_id)
  if (found?.customer_id !== customer_id || customerStateAt(found, deps.clock()) !== 'confirmed') return null
  const reservation = await withCampaign(deps.db, found)
  return [
    {
      filename: 'ingressos.pdf',
      content_type: 'application/pdf',
      content: await printTickets(deps, reservation),
    },
    calendarAttachment('PUBLISH', [reservation], confirmedAt(found)),
  ]
}

/** The tickets of a confirmed reservation as a PDF. @param nameOf hides names from those who may not see them */
export const printTickets = async (
  deps: EventTicketDeps,
  reservation: WithCampaign,
  nameOf: (name: string) => string = (name) => name,
): Promise<Buffer> => {
  const tickets = (await listTicketsOfReservations(deps.db, [reservation.id])).map((ticket) => ({
    participant_name: nameOf(ticket.participant_name),
    code: ticketCodes.open(deps.vault, ticket.code_sealed),
  }))
  const cancel_until = await readCancellationDeadline(deps.db, reservation, deps.clock())
  const printed = { ...reservation, cancel_until, confirmed_at: confirmedAt(reservation), tickets }
  return ticketPdf(printed, deps.sender, deps.time_zone)
}

const confirmedAt = ({ confirmed_at, created_at }: ReservationWithSession): Date => confirmed_at ?? created_at

/**
 * The calendar file that removes the event of a reservation that its customer cancelled; null unless it is cancelled.
 */
export const createCancelledFiles = async (
  deps: EventTicketDeps,
  { customer_id, attached_id }: { customer_id: string; attached_id: string },
): Promise<EmailAttachment[] | null> => {
  const found = await findReservation(deps.db, attached_id)
  if (found?.customer_id !== customer_id || customerStateAt(found, deps.clock()) !== 'cancelled') return null
  // The published event has the session's revision; only a higher one can remove it.
  const cancelled = { ...found, session_revision: found.session_revision + 1 }
  return calendarAttachments(deps, 'CANCEL', [cancelled])
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

export const withCampaign = async (db: Db, reservation: ReservationWithSession): Promise<WithCampaign> => {
  const campaign = (await findCampaignFacts(db, [reservation.campaign_id])).get(reservation.campaign_id)
  if (!campaign) throw new Error('The reservation has no campaign')
  return { ...reservation, campaign_title: campaign.title }
}
