import * as z from 'zod/mini'
import { calendarDaySchema } from '../brazil/birth-date.ts'
import { fullNameSchema } from '../brazil/full-name.ts'
import { transactionRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import {
  acceptTermsMessage,
  cancelRefusals,
  confirmRefusals,
  reserveRefusals,
  unknownReservationRefusal,
} from './refusals.ts'
import { reservationSchema, savedReservationSchema } from './reservation.ts'
import { sessionSchema } from './session.ts'

/** The sessions of a campaign, the first to begin first. Visitors may look. */
export const listSessionsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/sessions',
  summary: 'Sessões de uma promoção, com a situação dos lugares.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.array(sessionSchema),
  refusals: unknownCampaignRefusal,
})

/**
 * Holds places for 900 seconds. A person who already has a live hold in the session gets that one back, unchanged; the
 * same participation again gets its first answer.
 */
export const reserveCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/reserve',
  summary: 'Reserva lugares em uma sessão por 15 minutos.',
  body: z.object({
    transaction_id: z.uuid(),
    session_id: z.uuid(),
    quantity: z.int({ error: 'Informe um número inteiro' }).check(z.minimum(-1000), z.maximum(1000)),
    service_channel: serviceChannelSchema,
  }),
  data: savedReservationSchema,
  refusals: { ...transactionRefusals, ...reserveRefusals },
  session: 'customer',
})

export const readReservationCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/reservation/:reservation_id',
  summary: 'Uma reserva da pessoa, com os ingressos depois de confirmada.',
  params: z.object({ reservation_id: z.uuid() }),
  data: reservationSchema,
  refusals: unknownReservationRefusal,
  session: 'customer',
})

/** Turns held places into tickets: one participant for each, and the terms accepted. Twice is the same as once. */
export const confirmReservationCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/confirm',
  summary: 'Confirma a reserva com os participantes e o aceite dos termos.',
  body: z.object({
    reservation_id: z.uuid(),
    participants: z
      .array(
        z.object({
          name: fullNameSchema,
          /** Needed where the session has a minimum age. */
          birth_date: z.optional(z.nullable(calendarDaySchema)),
        }),
      )
      .check(z.maxLength(100)),
    accepted_terms: z.literal('yes', acceptTermsMessage),
    /** Version of the consent document `event_terms` that was read; left out where the club has none. */
    terms_version: z.optional(z.string().check(z.maxLength(40))),
  }),
  data: reservationSchema,
  refusals: confirmRefusals,
  session: 'customer',
})

/** What the person reads after giving a reservation up, the first time and every other. */
export const reservationCancelledMessage = 'Reserva cancelada.'

/** Spec §7: gives a held or confirmed reservation up; both ids must match. Twice is 200 with the same message. */
export const cancelReservationCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/cancel',
  summary: 'Cancela uma reserva, confirmada ou não.',
  body: z.object({ reservation_id: z.uuid(), campaign_id: z.uuid() }),
  data: z.object({ reservation_id: z.string(), campaign_id: z.string() }),
  refusals: cancelRefusals,
  session: 'customer',
})

/** Live holds and everything confirmed, also past, the next to begin first. Good for keeping in the browser. */
export const listMyTicketsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/mine',
  summary: 'Reservas e ingressos da pessoa.',
  data: z.array(reservationSchema),
  refusals: {},
  session: 'customer',
})

/**
 * Where a confirmed reservation's calendar file is: a plain GET of `text/calendar`, for a link. 401 and 404 come as the
 * usual envelope.
 */
export const calendarFilePath = (reservation_id: string): string =>
  `/api/marketing/event-tickets/calendar/${reservation_id}/evento.ics`
