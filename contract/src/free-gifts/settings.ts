import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { positiveInteger, type SpendRule } from '../campaigns/spend-rule.ts'
import { formatPoints } from '../kernel/count-formats.ts'
import type { FieldError } from '../kernel/envelope.ts'
import { formatCents } from '../kernel/money.ts'

/** Text that may be empty; otherwise checked like `quotedText`. */
const optionalText = (maximum: number) => z.union([z.literal(''), quotedText(maximum)])

/** What a gift costs: one use of the campaign's receipts, points, or both. */
export const giftPriceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('receipts') }),
  z.strictObject({ kind: z.literal('points'), points: positiveInteger }),
  z.strictObject({ kind: z.literal('receipts-and-points'), points: positiveInteger }),
])
export type GiftPrice = z.infer<typeof giftPriceSchema>

/** Whether the gift uses the campaign's receipts. */
export const costsReceipts = ({ kind }: GiftPrice): boolean => kind !== 'points'

/** The points that the gift costs; 0 for none. */
export const pointsOf = (price: GiftPrice): number => (price.kind === 'receipts' ? 0 : price.points)

/** The part of a campaign's spend rule that a price text contains; null if there is no rule. */
export type PriceRule = Pick<SpendRule, 'every_cents'> | null

/** The price of a gift: "1 brinde a cada R$ 400,00 em notas". Without the rule, the amount is omitted. */
export function priceText(price: GiftPrice, rule: PriceRule): string {
  const receipts = rule ? `1 brinde a cada ${formatCents(rule.every_cents)} em notas` : 'Notas'
  if (price.kind === 'receipts') return receipts
  const points = formatPoints(price.points)
  if (price.kind === 'points') return points
  return rule ? `${receipts}, mais ${points}` : `${points}, mais notas`
}

/** An id in lower case, since stock, vouchers and pictures are found by it. */
const planId = z.uuid().check(z.toLowerCase())

const giftPlanSchema = z.strictObject({
  gift_id: planId,
  title: quotedText(80),
  /** Such as a color or size; empty if the gift has no variants. */
  variant: optionalText(40),
  description: optionalText(600),
  picture: z.nullable(z.strictObject({ picture_id: planId, alternative_text: quotedText(160) })),
  value_cents: positiveInteger,
  price: giftPriceSchema,
})
export type GiftPlan = z.infer<typeof giftPlanSchema>

const pickupPointPlanSchema = z.strictObject({
  pickup_point_id: planId,
  name: quotedText(60),
  location: quotedText(160),
  opening_hours: quotedText(160),
})
export type PickupPointPlan = z.infer<typeof pickupPointPlanSchema>

const daysMessage = 'Informe de 1 a 180 dias'
const giftsMessage = 'Cadastre de 1 a 30 brindes'
const pickupPointsMessage = 'Cadastre de 1 a 20 pontos de retirada'

/** Settings of a campaign. Quantities are not part of them: they are the stock of each gift at each pickup point. */
export const freeGiftSettings = z.strictObject({
  gifts: z
    .array(giftPlanSchema, { error: giftsMessage })
    .check(z.minLength(1, giftsMessage), z.maxLength(30, giftsMessage)),
  pickup_points: z
    .array(pickupPointPlanSchema, { error: pickupPointsMessage })
    .check(z.minLength(1, pickupPointsMessage), z.maxLength(20, pickupPointsMessage)),
  /** A voucher is valid for this number of days, or until the campaign's `redeem_until` if that is earlier. */
  valid_days: z.int({ error: daysMessage }).check(z.minimum(1, daysMessage), z.maximum(180, daysMessage)),
  /** Whether the person signs for the gift on the desk's screen. */
  needs_signature: z.boolean(),
})
export type FreeGiftSettings = z.infer<typeof freeGiftSettings>

/** Whether no gift uses receipts, so that no purchase is needed in the campaign's period. */
export const costOnlyPoints = (gifts: readonly Pick<GiftPlan, 'price'>[]): boolean =>
  gifts.every(({ price }) => !costsReceipts(price))

/** "Copo térmico, azul" */
export const giftName = ({ title, variant }: Pick<GiftPlan, 'title' | 'variant'>): string =>
  variant === '' ? title : `${title}, ${variant}`

/** Indexes of the items with the same key as an earlier item. */
const duplicateIndexes = <Item>(items: readonly Item[], keyOf: (item: Item) => string): number[] => {
  const keys = items.map((item) => keyOf(item).toLowerCase())
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []))
}

/** Validation errors across the settings and the campaign's spend rule. */
export const freeGiftSettingsErrors = (
  { gifts, pickup_points }: FreeGiftSettings,
  { spend_rule }: { readonly spend_rule: SpendRule | null },
): FieldError[] => {
  const errors: FieldError[] = []
  const add = (path: string, message: string) => errors.push({ path, message })
  for (const index of duplicateIndexes(gifts, ({ gift_id }) => gift_id))
    add(`gifts.${index}.gift_id`, 'Este brinde está repetido.')
  for (const index of duplicateIndexes(gifts, giftName))
    add(`gifts.${index}.title`, 'Já existe um brinde com este nome e esta variação.')
  for (const index of duplicateIndexes(pickup_points, ({ pickup_point_id }) => pickup_point_id))
    add(`pickup_points.${index}.pickup_point_id`, 'Este ponto de retirada está repetido.')
  for (const index of duplicateIndexes(pickup_points, ({ name }) => name))
    add(`pickup_points.${index}.name`, 'Já existe um ponto de retirada com este nome.')
  gifts.forEach(({ price }, index) => {
    if (costsReceipts(price) && spend_rule === null)
      add(`gifts.${index}.price`, 'Este brinde pede notas: informe quanto em notas vale um brinde.')
  })
  if (spend_rule !== null && !gifts.some(({ price }) => costsReceipts(price)))
    add('gifts', 'Nenhum brinde pede notas. Mude o preço de um brinde ou deixe o valor em notas vazio.')
  if (spend_rule !== null && spend_rule.participations !== 1)
    add('gifts', 'Nesta promoção, cada valor em notas dá 1 participação, que vale 1 brinde.')
  return errors
}
