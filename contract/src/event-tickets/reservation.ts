import * as z from 'zod/mini'

/** Storage key of the reservation in progress. Spec §9. */
export const reservationStorageKey = 'eventTicketsReservation'

/** States of a reservation. `released`: a confirmed reservation whose participants did not arrive in time. */
export const reservationStates = ['held', 'confirmed', 'cancelled', 'expired', 'released'] as const
export type ReservationState = (typeof reservationStates)[number]

/** Spec §3 "Saved ticket reservation": the response of `reserve`, stored by the browser. Instants are ISO. */
export const savedReservationSchema = z.object({
  reservation_id: z.string(),
  campaign_id: z.string(),
  session_id: z.string(),
  quantity: z.int(),
  created_at: z.string(),
  /** `created_at` plus 900 seconds. */
  expires_at: z.string(),
})
export type SavedReservation = z.infer<typeof savedReservationSchema>

/** States of a ticket. */
export const ticketStates = ['valid', 'used', 'cancelled', 'released'] as const
export type TicketState = (typeof ticketStates)[number]

/** A confirmed place. */
export const ticketSchema = z.object({
  ticket_id: z.string(),
  participant_name: z.string(),
  state: z.enum(ticketStates),
  /** Content of the QR code: 27 letters and digits, about 133 random bits. */
  qr_code: z.string(),
  /** Short code for typing at the gate: K7QM-2XPD-9FHT. */
  short_code: z.string(),
  /** When and where it was used. */
  used_at: z.nullable(z.string()),
  used_gate: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof ticketSchema>

/** A reservation as its customer sees it. */
export const reservationSchema = z.extend(savedReservationSchema, {
  /** The participation that it was made with. Optional like `before_change`. */
  transaction_id: z.optional(z.string()),
  /** According to the server's clock. */
  state: z.enum(reservationStates),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  session_title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  /** The last instant at which a confirmed reservation may be cancelled. */
  cancel_until: z.string(),
  /** Whether it can be cancelled now. */
  can_cancel: z.boolean(),
  /**
   * Its ticket details before the session was changed; null without a change. After a change the reservation can be
   * cancelled until the start, and everything that it used is returned. Optional, because devices store reservations of
   * earlier versions.
   */
  before_change: z.optional(
    z.nullable(z.object({ session_title: z.string(), place: z.string(), starts_at: z.string() })),
  ),
  /** Minimum age of the session in whole years; when set, every participant must state a birth date. */
  minimum_age: z.nullable(z.int()),
  /** Why its session was cancelled; null if it was not. Optional like `before_change`. */
  session_cancelled: z.optional(z.nullable(z.object({ reason: z.string() }))),
  confirmed_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
  /** Empty until it is confirmed. */
  tickets: z.array(ticketSchema),
})
export type Reservation = z.infer<typeof reservationSchema>
