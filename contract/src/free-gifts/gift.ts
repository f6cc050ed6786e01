import * as z from 'zod/mini'
import type { GiftPrice } from './settings.ts'

/** Availability of a gift at a pickup point, as shown to customers. */
export const giftAvailabilities = ['available', 'last', 'out'] as const
export type GiftAvailability = (typeof giftAvailabilities)[number]

/** Labels of the availabilities. */
export const giftAvailabilityTitles = {
  available: 'Disponível',
  last: 'Últimas unidades',
  out: 'Esgotado',
} as const satisfies Record<GiftAvailability, string>

/** Units that can still be chosen, out of the whole stock. */
export type UnitsLeft = { readonly remaining: number; readonly total: number }

/** `last` is the last tenth of the stock, but at least one unit and at most 20. */
export const availabilityOf = ({ remaining, total }: UnitsLeft): GiftAvailability => {
  if (remaining <= 0) return 'out'
  return remaining <= Math.max(1, Math.min(20, Math.floor(total / 10))) ? 'last' : 'available'
}

/** 'Restam 312'; empty if nothing is left, because the availability already shows that. */
export const remainingText = (remaining: number): string => {
  if (remaining <= 0) return ''
  return remaining === 1 ? 'Resta 1' : `Restam ${remaining.toLocaleString('pt-BR')}`
}

const pictureSchema = z.object({
  /** Path of the picture. */
  url: z.string(),
  alternative_text: z.string(),
})

/** What identifies a gift to people, on vouchers and desks. */
export const giftSummarySchema = z.object({
  gift_id: z.string(),
  title: z.string(),
  variant: z.string(),
  picture: z.nullable(pictureSchema),
})
export type GiftSummary = z.infer<typeof giftSummarySchema>

export const pickupPointSchema = z.object({
  pickup_point_id: z.string(),
  name: z.string(),
  location: z.string(),
  opening_hours: z.string(),
})
export type PickupPoint = z.infer<typeof pickupPointSchema>

/** A gift that can be chosen, with its remaining units at each pickup point that has or had some. */
export const giftSchema = z.extend(giftSummarySchema, {
  description: z.string(),
  value_cents: z.int(),
  price: z.custom<GiftPrice>(),
  availability: z.enum(giftAvailabilities),
  /** Units that can be chosen now, at all pickup points. */
  remaining: z.int(),
  points: z.array(
    z.object({
      pickup_point_id: z.string(),
      availability: z.enum(giftAvailabilities),
      remaining: z.int(),
    }),
  ),
})
export type Gift = z.infer<typeof giftSchema>

/** The gifts of a campaign, its pickup points, and its public stock meter: 'Restam 312 de 2.000'. */
export const giftListSchema = z.object({
  gifts: z.array(giftSchema),
  pickup_points: z.array(pickupPointSchema),
  stock: z.object({ remaining: z.int(), total: z.int() }),
  /** A voucher issued now is valid for this number of days, or until the campaign's `redeem_until`. */
  valid_days: z.int(),
})
export type GiftList = z.infer<typeof giftListSchema>
