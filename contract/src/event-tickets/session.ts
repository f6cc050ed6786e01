import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { instantSchema } from '../kernel/instant.ts'
import { savedReservationSchema } from './reservation.ts'

/** Availability of a session as customers see it. */
export const eventSessionStatuses = [
  /** Disponível */
  'available',
  /** Últimos lugares */
  'last_places',
  /** Reservado por outras pessoas, tente em alguns minutos */
  'held_by_others',
  /** Esgotado, entrar na lista de espera */
  'sold_out',
  /** Outside the sales window, closed by staff, or the campaign is not active */
  'closed',
  /** Sessão cancelada */
  'cancelled',
] as const
export type EventSessionStatus = (typeof eventSessionStatuses)[number]

/** Labels of the session statuses. */
export const eventSessionStatusTitles = {
  available: 'Disponível',
  last_places: 'Últimos lugares',
  held_by_others: 'Reservado por outras pessoas, tente em alguns minutos',
  sold_out: 'Esgotado, entrar na lista de espera',
  closed: 'Reservas encerradas',
  cancelled: 'Sessão cancelada',
} as const satisfies Record<EventSessionStatus, string>

/** States of a waiting-list entry. An offer is held for `offerSeconds`. */
export const waitingStates = ['waiting', 'offered', 'accepted', 'expired', 'left'] as const
export type WaitingState = (typeof waitingStates)[number]

/** How long a waiting-list offer is valid, by the server's clock. */
export const offerSeconds = 1800
/** How long an offer is valid at least when its paused campaign is resumed: its customer does not know when that happens. */
export const resumedOfferSeconds = 600

/** One person's entry on the waiting list of a session. */
export const waitingEntrySchema = z.object({
  entry_id: z.string(),
  session_id: z.string(),
  campaign_id: z.string(),
  session_title: z.string(),
  starts_at: z.string(),
  quantity: z.int(),
  state: z.enum(waitingStates),
  /** Position in the queue, 1 for the next; null unless waiting. */
  position: z.nullable(z.int()),
  joined_at: z.string(),
  /** Slug of the campaign; null from older servers. */
  campaign_slug: z._default(z.nullable(z.string()), null),
  /** When the offer expires or expired; null without one. */
  offer_expires_at: z.nullable(z.string()),
  /**
   * Free places, fewer than the entry's quantity, that would be offered immediately if the quantity were lowered to that
   * number; null if there are none. Older servers, which respond during an update, do not send it.
   */
  places_if_lowered: z._default(z.nullable(z.int()), null),
  /** Whether staff stopped reservations, and offers with them. Older servers do not send it. */
  is_closed: z._default(z.boolean(), false),
  /**
   * Whether the promotion is paused: offers are neither made nor accepted, and their expiry is suspended. Older servers
   * do not send it.
   */
  is_paused: z._default(z.boolean(), false),
  /** Why its session was cancelled, which ended the entry; null if it was not. Older servers do not send it. */
  session_cancelled: z._default(z.nullable(z.object({ reason: z.string() })), null),
  /**
   * Whether the entry was still waiting when its list ended, with the sales or the campaign, or had a live offer when the
   * campaign ended. Older servers do not send it.
   */
  has_list_ended: z._default(z.boolean(), false),
})
export type WaitingEntry = z.infer<typeof waitingEntrySchema>

/** A session as customers and anonymous visitors see it. */
export const eventSessionSchema = z.object({
  session_id: z.string(),
  campaign_id: z.string(),
  title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  /** When doors close; null when not set. */
  ends_at: z.nullable(z.string()),
  /** Sales window: the start is inclusive, the end exclusive. */
  sales_from: z.string(),
  sales_until: z.string(),
  cancel_until: z.string(),
  limit_per_document: z.int(),
  minimum_age: z.nullable(z.int()),
  status: z.enum(eventSessionStatuses),
  /** Free places, present only when few are left: "Restam {k}". */
  remaining: z.nullable(z.int()),
  /** The signed-in customer's tickets and holds; null for anonymous visitors. */
  mine: z.nullable(
    z.object({
      /** Held and confirmed tickets, which count toward the limit. */
      quantity: z.int(),
      /** The live hold, as returned by `reserve`. */
      hold: z.nullable(savedReservationSchema),
      waiting: z.nullable(waitingEntrySchema),
    }),
  ),
})
export type EventSession = z.infer<typeof eventSessionSchema>

const countSchema = (maximum: number) =>
  z
    .int({ error: 'Informe um número inteiro' })
    .check(z.positive('Informe um número maior que zero'), z.maximum(maximum, 'O número é grande demais'))

/** The part of a session that staff edit. */
export const sessionPlanFields = {
  title: quotedText(120),
  place: quotedText(160),
  starts_at: instantSchema,
  ends_at: z.nullable(instantSchema),
  sales_from: instantSchema,
  sales_until: instantSchema,
  cancel_until: instantSchema,
  /** When no-show places may be released; null for never. */
  no_show_from: z.nullable(instantSchema),
  capacity: countSchema(1_000_000),
  limit_per_document: countSchema(100),
  minimum_age: z.nullable(countSchema(120)),
  /** Stops sales immediately, regardless of the sales window. */
  is_closed: z.boolean(),
}

/** A session as staff see it, with live counters. */
export const staffEventSessionSchema = z.object({
  session_id: z.string(),
  campaign_id: z.string(),
  ...sessionPlanFields,
  /** Incremented by every change of the plan. */
  revision: z.int(),
  /** Null unless the session was cancelled. */
  cancelled_at: z.nullable(z.string()),
  cancel_reason: z.nullable(z.string()),
  status: z.enum(eventSessionStatuses),
  numbers: z.object({
    /** Places in live holds and in live offers. */
    held: z.int(),
    /** How many of these are offered to the waiting list. */
    offered: z.int(),
    /** Confirmed tickets and people admitted at the door. */
    sold: z.int(),
    free: z.int(),
    /** People on the waiting list, and the places they requested. */
    waiting_people: z.int(),
    waiting_places: z.int(),
    /** Tickets used at a gate. */
    admitted: z.int(),
    /** People admitted at the door without a ticket. */
    at_the_door: z.int(),
    /** Tickets released as no-shows. */
    released: z.int(),
  }),
})
export type StaffEventSession = z.infer<typeof staffEventSessionSchema>
