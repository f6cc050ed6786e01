import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { instantSchema } from '../kernel/instant.ts'
import { savedReservationSchema } from './reservation.ts'

/** What shoppers are told about a session's places. */
export const sessionStatuses = [
  /** Disponível */
  'available',
  /** Últimos lugares */
  'last_places',
  /** Reservado por outras pessoas, tente em alguns minutos */
  'held_by_others',
  /** Esgotado, entrar na lista de espera */
  'sold_out',
  /** Outside the sales window, closed by staff, or the campaign is not on */
  'closed',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** The words of a session's status on screen. */
export const sessionStatusTitles = {
  available: 'Disponível',
  last_places: 'Últimos lugares',
  held_by_others: 'Reservado por outras pessoas, tente em alguns minutos',
  sold_out: 'Esgotado, entrar na lista de espera',
  closed: 'Reservas encerradas',
} as const satisfies Record<SessionStatus, string>

/** Where a person stands on a waiting list. An offer is held for `offerSeconds`. */
export const waitingStates = ['waiting', 'offered', 'accepted', 'expired', 'left'] as const
export type WaitingState = (typeof waitingStates)[number]

/** How long an offer of the waiting list stands, by the server's clock. */
export const offerSeconds = 1800

/** One person's place on the waiting list of a session. */
export const waitingEntrySchema = z.object({
  entry_id: z.string(),
  session_id: z.string(),
  campaign_id: z.string(),
  session_title: z.string(),
  starts_at: z.string(),
  quantity: z.int(),
  state: z.enum(waitingStates),
  /** 1 for the next; null unless waiting. */
  position: z.nullable(z.int()),
  joined_at: z.string(),
  /** Until when the offer may be accepted; null unless offered. */
  offer_expires_at: z.nullable(z.string()),
})
export type WaitingEntry = z.infer<typeof waitingEntrySchema>

/** A session as shoppers see it. */
export const sessionSchema = z.object({
  session_id: z.string(),
  campaign_id: z.string(),
  title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  /** When doors close; null where nobody said. */
  ends_at: z.nullable(z.string()),
  /** First instant at which places may be reserved, and the first at which no longer. */
  sales_from: z.string(),
  sales_until: z.string(),
  cancel_until: z.string(),
  limit_per_document: z.int(),
  minimum_age: z.nullable(z.int()),
  status: z.enum(sessionStatuses),
  /** Free places, told only while they are the last ones: "Restam {k}". */
  remaining: z.nullable(z.int()),
  /** What the signed-in person has here; null for visitors. */
  mine: z.nullable(
    z.object({
      /** Tickets held and confirmed, which count against the limit. */
      quantity: z.int(),
      /** The live hold, as `reserve` answered it. */
      hold: z.nullable(savedReservationSchema),
      waiting: z.nullable(waitingEntrySchema),
    }),
  ),
})
export type Session = z.infer<typeof sessionSchema>

const requiredText = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, requiredTextMessage),
      z.maxLength(maximum, `Use no máximo ${maximum} caracteres`),
    )

const countSchema = (maximum: number) =>
  z
    .int({ error: 'Informe um número inteiro' })
    .check(z.positive('Informe um número maior que zero'), z.maximum(maximum, 'O número é grande demais'))

/** What staff decide of a session. */
export const sessionPlanFields = {
  title: requiredText(120),
  place: requiredText(160),
  starts_at: instantSchema,
  ends_at: z.nullable(instantSchema),
  sales_from: instantSchema,
  sales_until: instantSchema,
  cancel_until: instantSchema,
  /** From when places of people who did not come may be given to others; null for never. */
  no_show_from: z.nullable(instantSchema),
  capacity: countSchema(1_000_000),
  limit_per_document: countSchema(100),
  minimum_age: z.nullable(countSchema(120)),
  /** Stops sales at once, whatever the window. */
  is_closed: z.boolean(),
}

/** A session as staff see it, with its numbers as they are this instant. */
export const staffSessionSchema = z.object({
  session_id: z.string(),
  campaign_id: z.string(),
  ...sessionPlanFields,
  status: z.enum(sessionStatuses),
  numbers: z.object({
    /** Places in live holds and in live offers. */
    held: z.int(),
    /** Of those, the ones offered to the waiting list. */
    offered: z.int(),
    /** Confirmed tickets and people let in at the door. */
    sold: z.int(),
    free: z.int(),
    /** People and places waiting. */
    waiting_people: z.int(),
    waiting_places: z.int(),
    /** Tickets used at a gate. */
    admitted: z.int(),
    /** People let in at the door without a ticket. */
    at_the_door: z.int(),
    /** Tickets given back because nobody came. */
    released: z.int(),
  }),
})
export type StaffSession = z.infer<typeof staffSessionSchema>
