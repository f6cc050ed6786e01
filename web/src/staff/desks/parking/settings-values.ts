import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { parkingVehicles, type ParkingVehicle } from '@clube/contract/parking-voucher/stay.ts'
import { centsOf, formatCents } from '../../../parts/money.ts'

/** The rows of the editor; the server accepts no more. */
export const maxGarages = 20

const garageParts = ['garage_id', 'name'] as const
export type GarageTexts = Readonly<Record<(typeof garageParts)[number], string>>
type GarageField = `garages.${number}.${(typeof garageParts)[number]}`

/** `garages` holds the number of rows; `value` and `price` are kinds, because errors of the kind have this path. */
export type SettingsName =
  | keyof ParkingVoucherSettings
  | 'value.cents'
  | 'value.maximum_cents'
  | 'price.points'
  | GarageField
type SettingsTexts = Readonly<Partial<Record<SettingsName, string>>>

/** Every field that a garage can have, for their validation. */
export const rowFields: readonly GarageField[] = Array.from({ length: maxGarages }, (_row, index) =>
  garageParts.map((part): GarageField => `garages.${index}.${part}`),
).flat()

/** The garages in the form's values. */
export const garagesOf = (textOf: (field: SettingsName) => string | undefined): GarageTexts[] =>
  Array.from(
    { length: Math.max(0, Math.min(Number(textOf('garages') ?? 0) || 0, maxGarages)) },
    (_row, index) => ({
      garage_id: textOf(`garages.${index}.garage_id`) ?? '',
      name: textOf(`garages.${index}.name`) ?? '',
    }),
  )

/** Garages as form values. */
export const garageTexts = (garages: readonly GarageTexts[]): SettingsTexts => ({
  garages: String(garages.length),
  ...Object.fromEntries(
    garages.flatMap((garage, index) => garageParts.map((part) => [`garages.${index}.${part}`, garage[part]])),
  ),
})

export const newGarage = (): GarageTexts => ({ garage_id: '', name: '' })

/** Several vehicles joined in one string. */
export const vehiclesOf = (text: string): ParkingVehicle[] =>
  parkingVehicles.filter((vehicle) => text.split(',').includes(vehicle))
export const vehiclesText = (vehicles: readonly ParkingVehicle[]): string => vehicles.join(',')

/** Settings as form values; a new campaign begins with one empty garage. */
export function settingsTexts(
  settings: ParkingVoucherSettings | null,
): Readonly<Record<SettingsName, string>> {
  const { value, price } = settings ?? {}
  return {
    ...garageTexts(settings?.garages ?? [newGarage()]),
    value: value?.kind ?? 'amount',
    'value.cents': value?.kind === 'amount' ? formatCents(value.cents) : '',
    'value.maximum_cents': value?.kind === 'whole-fee' ? formatCents(value.maximum_cents) : '',
    price: price?.kind ?? 'receipts',
    'price.points': price?.kind === 'points' ? String(price.points) : '',
    promotion_id: settings?.promotion_id ?? '',
    vehicles: vehiclesText(settings?.vehicles ?? ['car', 'motorcycle']),
    valid_hours: String(settings?.valid_hours ?? 24),
    courtesies_per_day: String(settings?.courtesies_per_day ?? 0),
  } as Readonly<Record<SettingsName, string>>
}

const numberOf = (text: string | undefined): number => (text ? Number(text) : Number.NaN)

/** The settings from the form's values, not yet validated. */
export const settingsFrom = (texts: SettingsTexts): Record<keyof ParkingVoucherSettings, unknown> => ({
  value:
    texts.value === 'whole-fee'
      ? { kind: 'whole-fee', maximum_cents: centsOf(texts['value.maximum_cents'] ?? '') }
      : { kind: 'amount', cents: centsOf(texts['value.cents'] ?? '') },
  price:
    texts.price === 'points'
      ? { kind: 'points', points: numberOf(texts['price.points']) }
      : { kind: 'receipts' },
  promotion_id: texts.promotion_id ?? '',
  garages: garagesOf((field) => texts[field]),
  vehicles: vehiclesOf(texts.vehicles ?? ''),
  valid_hours: numberOf(texts.valid_hours),
  courtesies_per_day: numberOf(texts.courtesies_per_day),
})

/** Labels of the fields that are not in rows. */
export const fieldTitles = {
  value: 'O que o vale paga',
  price: 'O que o vale custa',
  promotion_id: 'Código da promoção no estacionamento',
  vehicles: 'Quem pode usar',
  valid_hours: 'Horas na carteira',
  courtesies_per_day: 'Cortesias por dia',
} as const

/** The name of a field in lists of errors; undefined for other fields. */
export function settingsTitle(name: string): string | undefined {
  const [field = '', index] = name.split('.')
  if (field === 'garages')
    return index === undefined ? 'Estacionamentos' : `Estacionamento ${Number(index) + 1}`
  return fieldTitles[field as keyof typeof fieldTitles]
}
