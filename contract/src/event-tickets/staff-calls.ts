import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { idCursor } from '../kernel/cursor.ts'
import { unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { revisionSchema } from '../kernel/revision.ts'
import { defineFile } from '../kernel/served-file.ts'
import { gateCountersSchema } from './gate-calls.ts'
import { cancelledSessionRefusal, unknownSessionRefusal } from './refusals.ts'
import { reservationStates, ticketStates } from './reservation.ts'
import { sessionPlanFields, staffEventSessionSchema, waitingStates } from './session.ts'

const managerAccess = { session: 'staff', permission: 'events.manage' } as const
/** Shared parts of the calls for one session in the path. */
const oneSession = {
  params: z.object({ session_id: z.uuid() }),
  refusals: unknownSessionRefusal,
  ...managerAccess,
} as const

/** All sessions of a campaign with live counters. */
export const staffListSessionsCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/sessions',
  summary: 'Sessões de uma promoção com os números do momento.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.array(staffEventSessionSchema),
  refusals: {},
  ...managerAccess,
})

/** Campaigns of the kind, for the desk's list. */
export const staffListEventCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/campaigns',
  summary: 'Promoções de ingressos.',
  data: z.array(
    z.object({
      campaign_id: z.string(),
      slug: z.string(),
      title: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      sessions: z.int(),
    }),
  ),
  refusals: {},
  ...managerAccess,
})

/** A session with the counters of its gates, and the people affected by a change. */
const sessionWithGatesSchema = z.extend(staffEventSessionSchema, {
  gates: gateCountersSchema,
  people: z.object({
    /** Customers with tickets or a live hold. */
    holding: z.int(),
    /** The other customers on the waiting list, with or without an offer. */
    waiting: z.int(),
  }),
})
export type SessionWithGates = z.infer<typeof sessionWithGatesSchema>

/** One session with its live counters and those of its gates, for polling. */
export const staffReadSessionCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/session/:session_id',
  summary: 'Uma sessão com os números do momento.',
  data: sessionWithGatesSchema,
  ...oneSession,
})

export const createSessionCall = defineCall({
  method: 'POST',
  path: '/api/staff/event-tickets/session/create',
  summary: 'Cria uma sessão.',
  body: z.object({ campaign_id: z.uuid(), ...sessionPlanFields }),
  data: staffEventSessionSchema,
  refusals: unknownCampaignRefusal,
  ...managerAccess,
})

/** The number of affected people that staff confirmed is no longer current. */
const peopleChangedRefusal = {
  'event-tickets.people-changed': {
    status: 409,
    message: 'Esta mudança agora atinge {k} {k|pessoa|pessoas}. Confira o número e confirme de novo.',
  },
} as const

const revisedRefusal = {
  'event-tickets.session-revised': {
    status: 409,
    message: 'A sessão mudou depois que você a abriu. Feche, confira e altere de novo.',
  },
} as const

/**
 * Replaces the whole plan. Added capacity is offered to the waiting list first. Ticket details are changed only with
 * the number of people affected: they are notified, and may cancel until the start at no cost.
 */
export const updateSessionCall = defineCall({
  method: 'POST',
  path: '/api/staff/event-tickets/session/update',
  summary: 'Altera uma sessão; quem tem ingresso, reserva ou lugar na espera é avisado.',
  body: z.object({
    session_id: z.uuid(),
    ...sessionPlanFields,
    /** The revision that was read. */
    revision: revisionSchema,
    /** The number of people that was confirmed; null if no announcement was shown. */
    people: z.nullable(z.int()),
  }),
  data: z.extend(staffEventSessionSchema, {
    /** The number of people who will get a message. */
    people_notified: z.int(),
  }),
  refusals: {
    ...unknownSessionRefusal,
    ...cancelledSessionRefusal,
    ...revisedRefusal,
    ...peopleChangedRefusal,
    'event-tickets.capacity-too-small': {
      status: 422,
      message:
        'Já há {k} {k|lugar reservado ou vendido|lugares reservados ou vendidos}. A capacidade não pode ser menor.',
      path: 'capacity',
    },
  },
  ...managerAccess,
})

/**
 * Cancels a session permanently: reservations, tickets and waiting-list entries end, what participations used is returned,
 * and everyone affected is notified of the reason.
 */
export const cancelSessionCall = defineCall({
  method: 'POST',
  path: '/api/staff/event-tickets/session/cancel',
  summary: 'Cancela uma sessão e avisa quem tem ingresso, reserva ou lugar na espera.',
  body: z.object({
    session_id: z.uuid(),
    /** Shown to the people affected. */
    reason: quotedText(200),
    revision: revisionSchema,
    /** The number of people that was confirmed. */
    people: z.int(),
  }),
  data: z.extend(staffEventSessionSchema, { people_notified: z.int() }),
  refusals: {
    ...unknownSessionRefusal,
    ...cancelledSessionRefusal,
    ...revisedRefusal,
    ...peopleChangedRefusal,
    'event-tickets.session-over': {
      status: 409,
      message: 'Esta sessão já terminou. Não é mais possível cancelar.',
    },
  },
  ...managerAccess,
})

/** Allowed only before the first reservation or waiting-list entry; later a session is closed instead. */
export const removeSessionCall = defineCall({
  method: 'POST',
  path: '/api/staff/event-tickets/session/remove',
  summary: 'Apaga uma sessão que ninguém reservou.',
  body: z.object({ session_id: z.uuid() }),
  data: z.object({ session_id: z.string() }),
  refusals: {
    ...unknownSessionRefusal,
    'event-tickets.session-in-use': {
      status: 409,
      message: 'Esta sessão já tem reservas. Encerre as reservas em vez de apagar.',
    },
  },
  ...managerAccess,
})

const cursorFields = { cursor: idCursor }

/** The holder, with a masked document: `***.982.247-**`. */
const holderFields = { customer_id: z.string(), document: z.string() }

const listedTicketSchema = z.object({
  ticket_id: z.string(),
  reservation_id: z.string(),
  participant_name: z.string(),
  ...holderFields,
  short_code: z.string(),
  state: z.enum(ticketStates),
  used_at: z.nullable(z.string()),
  used_gate: z.nullable(z.string()),
})
export type ListedTicket = z.infer<typeof listedTicketSchema>

/** The participants, one line per ticket. Reading the list is audited. */
export const listSessionTicketsCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/session/:session_id/tickets',
  summary: 'Lista de ingressos de uma sessão.',
  /** `text` is a part of a participant's name, with or without accents, or a whole short code. */
  query: z.object({ ...cursorFields, text: z.optional(z.string().check(z.maxLength(150))) }),
  data: z.array(listedTicketSchema),
  paged: true,
  ...oneSession,
})

/** The whole list as a table, without codes, because a downloaded file can be shared. The download is audited. */
export const sessionTicketsFile = defineFile({
  path: '/api/staff/event-tickets/session/:session_id/ingressos.csv',
  summary: 'Ingressos de uma sessão em CSV.',
  params: z.object({ session_id: z.uuid() }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'ingressos.csv',
  refusals: unknownSessionRefusal,
  session: 'staff',
  permission: 'events.manage',
})

const listedReservationSchema = z.object({
  reservation_id: z.string(),
  ...holderFields,
  state: z.enum(reservationStates),
  quantity: z.int(),
  service_channel: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  confirmed_at: z.nullable(z.string()),
})
export type ListedReservation = z.infer<typeof listedReservationSchema>

/** All reservations, newest first, without names. Reading the list is audited. */
export const listSessionReservationsCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/session/:session_id/reservations',
  summary: 'Reservas de uma sessão.',
  query: z.object({ ...cursorFields, state: z.optional(z.enum(reservationStates)) }),
  data: z.array(listedReservationSchema),
  paged: true,
  ...oneSession,
})

const listedWaitingEntrySchema = z.object({
  entry_id: z.string(),
  /** First name only. */
  customer_name: z.string(),
  ...holderFields,
  quantity: z.int(),
  state: z.enum(waitingStates),
  joined_at: z.string(),
  offer_expires_at: z.nullable(z.string()),
})
export type ListedWaitingEntry = z.infer<typeof listedWaitingEntrySchema>

/** The waiting list in order, offers first. Reading it is audited. */
export const listSessionWaitingEntriesCall = defineCall({
  method: 'GET',
  path: '/api/staff/event-tickets/session/:session_id/waiting-list',
  summary: 'Lista de espera de uma sessão.',
  data: z.array(listedWaitingEntrySchema),
  ...oneSession,
})
