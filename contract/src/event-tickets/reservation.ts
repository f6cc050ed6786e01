import * as z from 'zod/mini'

/** How long places are held, counted from `created_at` by the server's clock; never extended. Spec §4, §9. */
export const reservationSeconds = 900

/** Where the browser keeps the reservation that is being made. Spec §9. */
export const reservationStorageKey = 'eventTicketsReservation'

/** Instants at which the screen says how much time is left, in seconds before the end. */
export const countdownAnnouncements = [300, 60] as const

/**
 * Whether places reserved at `created_at` are still held: for 900 seconds and no longer, so that the last instant of
 * the 900th second still counts. Spec §4.
 */
export const isReservationLive = (created_at: Date, now: Date): boolean =>
  now.getTime() <= reservationEnd(created_at).getTime()

/** The last instant at which places reserved at `created_at` are held. */
export const reservationEnd = (created_at: Date): Date =>
  new Date(created_at.getTime() + reservationSeconds * 1000)

/** Where a reservation stands. `released` is a confirmed one whose people did not come in time. */
export const reservationStates = ['held', 'confirmed', 'cancelled', 'expired', 'released'] as const
export type ReservationState = (typeof reservationStates)[number]

/** Spec §3 "Saved ticket reservation": what `reserve` answers and the browser keeps. Instants are ISO. */
export const savedReservationSchema = z.object({
  reservation_id: z.string(),
  campaign_id: z.string(),
  session_id: z.string(),
  quantity: z.int(),
  created_at: z.string(),
  /** `created_at` and 900 seconds. */
  expires_at: z.string(),
})
export type SavedReservation = z.infer<typeof savedReservationSchema>

/** Where one ticket stands. */
export const ticketStates = ['valid', 'used', 'cancelled', 'released'] as const
export type TicketState = (typeof ticketStates)[number]

/** A confirmed place. */
export const ticketSchema = z.object({
  ticket_id: z.string(),
  participant_name: z.string(),
  state: z.enum(ticketStates),
  /** What the QR code holds: 27 letters and digits, about 133 random bits. */
  qr_code: z.string(),
  /** For typing at the gate, in groups: K7QM-2XPD-9FHT. */
  short_code: z.string(),
  /** When and where it was used. */
  used_at: z.nullable(z.string()),
  used_gate: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof ticketSchema>

/** A reservation as its customer sees it. */
export const reservationSchema = z.extend(savedReservationSchema, {
  /** By the server's clock. */
  state: z.enum(reservationStates),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  session_title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  /** The last instant at which a confirmed one may be cancelled. */
  cancel_until: z.string(),
  /** Whether cancelling would work now. */
  can_cancel: z.boolean(),
  /** Whether every participant must give a birth date: whole years that the session asks for. */
  minimum_age: z.nullable(z.int()),
  confirmed_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
  /** Empty until it is confirmed. */
  tickets: z.array(ticketSchema),
})
export type Reservation = z.infer<typeof reservationSchema>
