import * as z from 'zod/mini'
import { calendarDaySchema } from '../brazil/birth-date.ts'
import { fullNameSchema } from '../brazil/full-name.ts'
import { transactionRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { instantSchema } from '../kernel/instant.ts'
import { defineFile } from '../kernel/served-file.ts'
import {
  acceptTermsMessage,
  cancelRefusals,
  confirmRefusals,
  reserveRefusals,
  unknownReservationRefusal,
} from './refusals.ts'
import { reservationSchema, savedReservationSchema } from './reservation.ts'
import { eventSessionSchema } from './session.ts'

/** The sessions of a campaign, ordered by start. Public. */
export const listSessionsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/sessions',
  summary: 'Sessões de uma promoção, com a situação dos lugares.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.array(eventSessionSchema),
  refusals: unknownCampaignRefusal,
  shared: 'visitors',
})

/**
 * Holds places for 900 seconds. If the customer has a live hold in the session, it is returned unchanged. A repeat with
 * the same participation returns the first response.
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
  session: 'participant',
  captcha_weight: captchaWeights.reserve,
  captcha_on_demand: true,
})

export const readReservationCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/reservation/:reservation_id',
  summary: 'Uma reserva da pessoa, com os ingressos depois de confirmada.',
  params: z.object({ reservation_id: z.uuid() }),
  data: reservationSchema,
  refusals: unknownReservationRefusal,
  session: 'participant',
})

/** Confirms a hold: one named participant per ticket, terms accepted. Idempotent. */
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
          /** Required when the session has a minimum age. */
          birth_date: z.optional(z.nullable(calendarDaySchema)),
        }),
      )
      .check(z.maxLength(100)),
    accepted_terms: z.literal('yes', acceptTermsMessage),
    /** Accepted version of the consent document `event_terms`; absent when the club has none. */
    terms_version: z.optional(z.string().check(z.maxLength(40))),
    /**
     * The session as the person saw it: if its start or place has changed since, the hold is not confirmed. Without it,
     * nothing is compared.
     */
    seen_session: z.optional(
      z.object({ starts_at: instantSchema, place: z.string().check(z.maxLength(1000)) }),
    ),
  }),
  data: reservationSchema,
  refusals: confirmRefusals,
  session: 'participant',
})

/** Message after cancelling a reservation, the same for a repeated call. */
export const reservationCancelledMessage = 'Reserva cancelada.'

/** Spec §7: cancels a held or confirmed reservation; both ids must match. Repeats return 200 with the same message. */
export const cancelReservationCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/cancel',
  summary: 'Cancela uma reserva, confirmada ou não.',
  body: z.object({ reservation_id: z.uuid(), campaign_id: z.uuid() }),
  data: z.object({ reservation_id: z.string(), campaign_id: z.string() }),
  refusals: cancelRefusals,
  session: 'participant',
})

/**
 * Live holds, all confirmed reservations, and holds ended by the cancellation of their session, ordered by start. The
 * browser may store the response.
 */
export const listMyTicketsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/mine',
  summary: 'Reservas e ingressos da pessoa.',
  data: z.array(reservationSchema),
  refusals: {},
  session: 'participant',
})

/** A confirmed reservation for the calendar of a phone. */
export const reservationCalendarFile = defineFile({
  path: '/api/marketing/event-tickets/calendar/:reservation_id/evento.ics',
  summary: 'Uma reserva confirmada para a agenda.',
  params: z.object({ reservation_id: z.uuid() }),
  type: 'text/calendar; charset=utf-8',
  disposition: 'inline',
  filename: 'evento.ics',
  refusals: unknownReservationRefusal,
  session: 'participant',
})

/** The tickets of a confirmed reservation to print, as in the e-mail of its confirmation. */
export const reservationTicketsFile = defineFile({
  path: '/api/marketing/event-tickets/tickets/:reservation_id/ingressos.pdf',
  summary: 'Os ingressos de uma reserva confirmada em PDF.',
  params: z.object({ reservation_id: z.uuid() }),
  type: 'application/pdf',
  disposition: 'attachment',
  filename: 'ingressos.pdf',
  refusals: unknownReservationRefusal,
  session: 'participant',
})
