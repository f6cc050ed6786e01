import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { positiveInteger, type SpendRule } from '../campaigns/spend-rule.ts'
import { formatPoints } from '../kernel/count-formats.ts'
import type { FieldError } from '../kernel/envelope.ts'
import { formatCents } from '../kernel/money.ts'
import { parkingVehicles } from './stay.ts'

const hoursMessage = 'Informe de 1 a 48 horas'
const garagesMessage = 'Cadastre de 1 a 20 estacionamentos'
const vehiclesMessage = 'Escolha os veículos que podem usar o vale'
const courtesiesMessage = 'Informe de 0 a 1.000'

/** An id in the car park's system. */
const carParkId = (message: string) =>
  z.string({ error: message }).check(z.regex(/^[A-Za-z0-9._-]{1,40}$/, message))

/** What a voucher pays: at most an amount, or the whole fee up to a maximum. */
export const parkingValueSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), cents: positiveInteger }),
  z.strictObject({ kind: z.literal('whole-fee'), maximum_cents: positiveInteger }),
])
export type ParkingValue = z.infer<typeof parkingValueSchema>

/** The highest discount of a voucher. */
export const maximumCents = (value: ParkingValue): number =>
  value.kind === 'amount' ? value.cents : value.maximum_cents

/** What a voucher costs: one use of the day's receipts by the campaign's spend rule, or points. */
export const parkingPriceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('receipts') }),
  z.strictObject({ kind: z.literal('points'), points: positiveInteger }),
])
export type ParkingPrice = z.infer<typeof parkingPriceSchema>

const garageSchema = z.strictObject({
  garage_id: carParkId('Informe o código do estacionamento: letras, números, ponto, hífen'),
  name: quotedText(60),
})

/** Settings of a campaign. */
export const parkingVoucherSettings = z.strictObject({
  value: parkingValueSchema,
  price: parkingPriceSchema,
  /** The car park's id of the promotion under which it grants discounts. */
  promotion_id: carParkId('Informe o código da promoção no estacionamento: letras, números, ponto, hífen'),
  garages: z
    .array(garageSchema, { error: garagesMessage })
    .check(z.minLength(1, garagesMessage), z.maxLength(20, garagesMessage)),
  vehicles: z
    .array(z.enum(parkingVehicles), { error: vehiclesMessage })
    .check(z.minLength(1, vehiclesMessage), z.maxLength(parkingVehicles.length, vehiclesMessage)),
  /** Hours for which an applied voucher is shown in the Carteira, unless the car leaves earlier. */
  valid_hours: z.int({ error: hoursMessage }).check(z.minimum(1, hoursMessage), z.maximum(48, hoursMessage)),
  /** Vouchers that all desks together may apply per club day without using the person's receipts or points. */
  courtesies_per_day: z
    .int({ error: courtesiesMessage })
    .check(z.minimum(0, courtesiesMessage), z.maximum(1_000, courtesiesMessage)),
})
export type ParkingVoucherSettings = z.infer<typeof parkingVoucherSettings>

/** "R$ 20,00 de desconto na tarifa", "a tarifa inteira, até R$ 45,00" */
export const parkingValueText = (value: ParkingValue): string =>
  value.kind === 'amount'
    ? `${formatCents(value.cents)} de desconto na tarifa`
    : `a tarifa inteira, até ${formatCents(value.maximum_cents)}`

/** "1 vale a cada R$ 150,00 em notas do dia" */
export const parkingPriceText = (
  price: ParkingPrice,
  rule: Pick<SpendRule, 'every_cents'> | null,
): string => {
  if (price.kind === 'points') return formatPoints(price.points)
  return rule ? `1 vale a cada ${formatCents(rule.every_cents)} em notas do dia` : 'Notas do dia'
}

/** Indexes of the items with the same key as an earlier item. */
const duplicateIndexes = <Item>(items: readonly Item[], keyOf: (item: Item) => string): number[] => {
  const keys = items.map((item) => keyOf(item).toLowerCase())
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []))
}

/** Validation errors across the settings and the campaign's spend rule. */
export const parkingVoucherSettingsErrors = (
  { price, garages, vehicles }: ParkingVoucherSettings,
  { spend_rule }: { readonly spend_rule: SpendRule | null },
): FieldError[] => {
  const errors: FieldError[] = []
  const add = (path: string, message: string) => errors.push({ path, message })
  for (const index of duplicateIndexes(garages, ({ garage_id }) => garage_id))
    add(`garages.${index}.garage_id`, 'Este estacionamento está repetido.')
  for (const index of duplicateIndexes(garages, ({ name }) => name))
    add(`garages.${index}.name`, 'Já existe um estacionamento com este nome.')
  if (new Set(vehicles).size < vehicles.length) add('vehicles', 'Há um veículo repetido.')
  if (price.kind === 'receipts' && spend_rule === null)
    add('price', 'Informe quanto em notas vale um vale-estacionamento.')
  if (price.kind === 'points' && spend_rule !== null)
    add('price', 'O vale custa pontos. Deixe o valor em notas vazio ou mude o preço do vale.')
  if (spend_rule !== null && spend_rule.participations !== 1)
    add('price', 'Nesta promoção, cada valor em notas dá 1 participação, que vale 1 vale-estacionamento.')
  return errors
}
