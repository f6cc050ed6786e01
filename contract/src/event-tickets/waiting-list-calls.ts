import * as z from 'zod/mini'
import { transactionRefusals } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'
import { cancelledSessionRefusal, reserveRefusals, unknownWaitingEntryRefusal } from './refusals.ts'
import { savedReservationSchema } from './reservation.ts'
import { waitingEntrySchema } from './session.ts'

/** Joins the waiting list of a session without free places; a repeat returns the same entry. */
export const joinWaitingListCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/waiting-list/join',
  summary: 'Entra na lista de espera de uma sessão.',
  body: z.object({
    session_id: z.uuid(),
    quantity: z.int({ error: 'Informe um número inteiro' }).check(z.minimum(-1000), z.maximum(1000)),
    service_channel: serviceChannelSchema,
  }),
  data: waitingEntrySchema,
  refusals: {
    'campaigns.unknown': transactionRefusals['campaigns.unknown'],
    'campaigns.not-started': transactionRefusals['campaigns.not-started'],
    'campaigns.ended': transactionRefusals['campaigns.ended'],
    'campaigns.paused': transactionRefusals['campaigns.paused'],
    'event-tickets.unknown-session': reserveRefusals['event-tickets.unknown-session'],
    'event-tickets.quantity': reserveRefusals['event-tickets.quantity'],
    'event-tickets.limit-reached': reserveRefusals['event-tickets.limit-reached'],
    'event-tickets.sales-closed': reserveRefusals['event-tickets.sales-closed'],
    'event-tickets.sales-not-open': reserveRefusals['event-tickets.sales-not-open'],
    'event-tickets.under-age': reserveRefusals['event-tickets.under-age'],
    'event-tickets.birth-date-missing': reserveRefusals['event-tickets.birth-date-missing'],
    'event-tickets.hold-cooldown': reserveRefusals['event-tickets.hold-cooldown'],
    'event-tickets.still-available': {
      status: 409,
      message: 'Ainda há ingressos para esta sessão. Faça a sua reserva.',
    },
  },
  session: 'participant',
  captcha_weight: captchaWeights.reserve,
  captcha_on_demand: true,
})

const offerAcceptedRefusal = {
  'event-tickets.offer-accepted': {
    status: 409,
    message: 'Esta oferta já virou uma reserva. Cancele a reserva se não quiser mais.',
  },
} as const satisfies RefusalTable

/** Message after leaving the list, the same for a repeated call. */
export const waitingListLeftMessage = 'Você saiu da lista de espera.'

/** Leaves the list, or declines an offer. */
export const leaveWaitingListCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/waiting-list/leave',
  summary: 'Sai da lista de espera.',
  body: z.object({ entry_id: z.uuid() }),
  data: waitingEntrySchema,
  refusals: {
    ...unknownWaitingEntryRefusal,
    ...offerAcceptedRefusal,
  },
  session: 'participant',
})

/** Lowers the number of tickets that a customer is waiting for; the position is kept. Idempotent. */
export const lowerWaitingQuantityCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/waiting-list/lower',
  summary: 'Diminui a quantidade de ingressos que a pessoa espera, sem perder a posição.',
  body: z.object({
    entry_id: z.uuid(),
    quantity: z.int({ error: 'Informe um número inteiro' }).check(z.minimum(-1000), z.maximum(1000)),
    /** True if the screen promised an offer for this quantity: without one, nothing is changed. */
    requires_offer: z._default(z.boolean(), false),
  }),
  data: waitingEntrySchema,
  refusals: {
    ...unknownWaitingEntryRefusal,
    ...offerAcceptedRefusal,
    'event-tickets.places-taken': {
      status: 409,
      message:
        'Esses lugares acabaram de ser reservados. Você continua esperando por {n} {n|ingresso|ingressos}.',
    },
    'event-tickets.quantity': reserveRefusals['event-tickets.quantity'],
    'event-tickets.already-offered': {
      status: 409,
      message: 'Chegou a sua vez. Aceite a oferta ou saia da lista de espera.',
    },
  },
  session: 'participant',
})

/** Converts an offer into a reservation held for 900 seconds. */
export const acceptOfferCall = defineCall({
  method: 'POST',
  path: '/api/marketing/event-tickets/waiting-list/accept',
  summary: 'Aceita a oferta da lista de espera.',
  body: z.object({
    transaction_id: z.uuid(),
    entry_id: z.uuid(),
    service_channel: serviceChannelSchema,
  }),
  data: savedReservationSchema,
  refusals: {
    ...transactionRefusals,
    ...unknownWaitingEntryRefusal,
    ...cancelledSessionRefusal,
    // The session's limit may have been lowered since the person joined.
    'event-tickets.quantity': reserveRefusals['event-tickets.quantity'],
    'event-tickets.limit-reached': reserveRefusals['event-tickets.limit-reached'],
    'event-tickets.hold-cooldown': reserveRefusals['event-tickets.hold-cooldown'],
    'event-tickets.no-offer': {
      status: 409,
      message: 'Ainda não há ingressos para você. Avisaremos quando houver.',
    },
    'event-tickets.offer-expired': {
      status: 409,
      message: 'O prazo desta oferta terminou. Entre na lista de espera de novo.',
    },
    'event-tickets.already-holding': {
      status: 409,
      message: 'Você já tem uma reserva nesta sessão. Confirme ou cancele essa reserva antes.',
    },
  },
  session: 'participant',
  captcha_weight: captchaWeights.reserve,
  captcha_on_demand: true,
})

/** The customer's waiting and offered entries, and those ended by the cancellation of their session or with their list. */
export const listMyWaitingEntriesCall = defineCall({
  method: 'GET',
  path: '/api/marketing/event-tickets/waiting-list',
  summary: 'Listas de espera da pessoa.',
  data: z.array(waitingEntrySchema),
  refusals: {},
  session: 'participant',
})
