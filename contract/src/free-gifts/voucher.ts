import * as z from 'zod/mini'
import { giftSummarySchema, pickupPointSchema } from './gift.ts'

/**
 * States of a voucher: `issued → delivered | expired | cancelled`. A delivery can be undone for `undoMinutes`:
 * `delivered → issued`.
 */
export const voucherStates = ['issued', 'delivered', 'expired', 'cancelled'] as const
export type VoucherState = (typeof voucherStates)[number]

/** Names of the states for customers and staff. */
export const voucherStateTitles = {
  issued: 'Para retirar',
  delivered: 'Entregue',
  expired: 'Prazo encerrado',
  cancelled: 'Cancelado',
} as const satisfies Record<VoucherState, string>

const dayMs = 24 * 3_600_000

/** The exclusive deadline for picking up a gift: after `valid_days`, or the campaign's `redeem_until` if earlier. */
export const voucherExpiry = (
  issued_at: Date,
  { valid_days, redeem_until }: { valid_days: number; redeem_until: Date | null },
): Date => {
  const days = new Date(issued_at.getTime() + valid_days * dayMs)
  return redeem_until !== null && redeem_until < days ? redeem_until : days
}

/** Copies that a customer may print after the first print; copies with higher numbers are printed at the desk. */
export const maxCopies = 3

/** The note printed on a copy; the first print, number 0, has none. */
export const copyTitle = (copy_number: number): string | null => {
  if (copy_number === 0) return null
  return copy_number <= maxCopies
    ? `2ª via (${copy_number} de ${maxCopies})`
    : `2ª via do balcão (nº ${copy_number - maxCopies})`
}

/** Formats of the printed voucher: a sheet, or the 80 mm roll of kiosk and desk. */
export const voucherFormats = ['a4', '80mm'] as const
export type VoucherFormat = (typeof voucherFormats)[number]

/** A number in the queue of a pickup point. */
export const queueNumberSchema = z.object({
  /** Counted per pickup point and club day. */
  number: z.int(),
  /** People with an earlier number who are still waiting. */
  ahead: z.int(),
  taken_at: z.string(),
  called_at: z.nullable(z.string()),
})
export type QueueNumber = z.infer<typeof queueNumberSchema>

/** A voucher as its customer sees it. The browser may store it. */
export const giftVoucherSchema = z.object({
  voucher_id: z.string(),
  transaction_id: z.string(),
  campaign_id: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  gift: giftSummarySchema,
  pickup_point: pickupPointSchema,
  /** According to the server's clock. */
  state: z.enum(voucherStates),
  /** Content of the QR code: 27 letters and digits. */
  qr_code: z.string(),
  /** Short code for typing at the desk: K7QM-2XPD-9FHT. */
  short_code: z.string(),
  issued_at: z.string(),
  expires_at: z.string(),
  delivered_at: z.nullable(z.string()),
  can_cancel: z.boolean(),
  /** Copies that can still be printed. */
  copies_left: z.int(),
  needs_signature: z.boolean(),
  /** The number that was taken today and not served yet. */
  queue: z.nullable(queueNumberSchema),
})
export type GiftVoucher = z.infer<typeof giftVoucherSchema>
