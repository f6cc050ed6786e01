import type { FreeGiftSettings, GiftPlan, PickupPointPlan } from '@clube/contract/free-gifts/settings.ts'
import { centsOf, formatCents } from '../../../parts/money.ts'

/** The rows of the editor; the server accepts no more. */
export const maxRows = { gifts: 30, pickup_points: 20 } as const
export type RowsName = keyof typeof maxRows

/** Fields per row, named by the server's paths. `price` is the price's kind, because errors of the kind have this path. */
const rowParts = {
  gifts: [
    'gift_id',
    'title',
    'variant',
    'description',
    'picture.picture_id',
    'picture.alternative_text',
    'value_cents',
    'price',
    'price.points',
  ],
  pickup_points: ['pickup_point_id', 'name', 'location', 'opening_hours'],
} as const
type Part<Name extends RowsName> = (typeof rowParts)[Name][number]
export type RowTexts<Name extends RowsName> = Readonly<Record<Part<Name>, string>>

type RowField = { [Name in RowsName]: `${Name}.${number}.${Part<Name>}` }[RowsName]
/** `gifts` and `pickup_points` hold numbers of rows; the fields of each row are separate. */
export type SettingsName = RowsName | 'valid_days' | 'needs_signature' | RowField
export type SettingsTexts = Readonly<Partial<Record<SettingsName, string>>>

/** Every field that a row can have, for their validation. */
export const rowFields: readonly RowField[] = (['gifts', 'pickup_points'] as const).flatMap((name) =>
  Array.from({ length: maxRows[name] }, (_row, index) =>
    rowParts[name].map((part) => `${name}.${index}.${part}` as RowField),
  ).flat(),
)

/** The rows in the form's values. */
export function rowsOf<Name extends RowsName>(
  name: Name,
  textOf: (field: SettingsName) => string | undefined,
): RowTexts<Name>[] {
  const count = Math.min(Number(textOf(name) ?? 0) || 0, maxRows[name])
  return Array.from(
    { length: count },
    (_row, index) =>
      Object.fromEntries(
        rowParts[name].map((part) => [part, textOf(`${name}.${index}.${part}` as RowField) ?? '']),
      ) as RowTexts<Name>,
  )
}

/** Rows as form values. */
export const rowTexts = <Name extends RowsName>(
  name: Name,
  rows: readonly RowTexts<Name>[],
): SettingsTexts => ({
  [name]: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries<string>(row).map(([part, text]) => [`${name}.${index}.${part}`, text]),
    ),
  ),
})

const giftRow = ({ gift_id, title, variant, description, picture, value_cents, price }: GiftPlan) => ({
  gift_id,
  title,
  variant,
  description,
  'picture.picture_id': picture?.picture_id ?? '',
  'picture.alternative_text': picture?.alternative_text ?? '',
  value_cents: formatCents(value_cents),
  price: price.kind,
  'price.points': price.kind === 'receipts' ? '' : String(price.points),
})

const pointRow = ({ pickup_point_id, name, location, opening_hours }: PickupPointPlan) => ({
  pickup_point_id,
  name,
  location,
  opening_hours,
})

/** A new gift; stock and vouchers refer to its id. */
export const newGift = (gift_id: string): RowTexts<'gifts'> => ({
  gift_id,
  title: '',
  variant: '',
  description: '',
  'picture.picture_id': '',
  'picture.alternative_text': '',
  value_cents: '',
  price: 'receipts',
  'price.points': '',
})

export const newPickupPoint = (pickup_point_id: string): RowTexts<'pickup_points'> => ({
  pickup_point_id,
  name: '',
  location: '',
  opening_hours: '',
})

/** Settings as form values; a new campaign begins without rows. */
export const settingsTexts = (settings: FreeGiftSettings | null): Readonly<Record<SettingsName, string>> =>
  ({
    ...rowTexts('gifts', settings?.gifts.map(giftRow) ?? []),
    ...rowTexts('pickup_points', settings?.pickup_points.map(pointRow) ?? []),
    valid_days: String(settings?.valid_days ?? 15),
    needs_signature: settings?.needs_signature === true ? 'yes' : 'no',
  }) as Readonly<Record<SettingsName, string>>

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

/** The price from its strings, not yet validated. */
export const priceOf = (kind: string, points: string) =>
  kind === 'receipts' ? { kind } : { kind, points: numberOf(points) }

/** The settings from the form's values, not yet validated. */
export function settingsFrom(texts: SettingsTexts): Record<keyof FreeGiftSettings, unknown> {
  const textOf = (field: SettingsName) => texts[field]
  return {
    gifts: rowsOf('gifts', textOf).map(
      ({
        'picture.picture_id': picture_id,
        'picture.alternative_text': alternative_text,
        'price.points': points,
        price,
        value_cents,
        ...gift
      }) => ({
        ...gift,
        picture: picture_id === '' ? null : { picture_id, alternative_text },
        value_cents: centsOf(value_cents),
        price: priceOf(price, points),
      }),
    ),
    pickup_points: rowsOf('pickup_points', textOf),
    valid_days: numberOf(texts.valid_days ?? ''),
    needs_signature: texts.needs_signature === 'yes',
  }
}

/** The name of a field in lists of errors; undefined for other fields. */
export function settingsTitle(name: string): string | undefined {
  const [rows = '', index] = name.split('.')
  if (rows === 'valid_days') return 'Validade do vale-brinde'
  if (rows === 'gifts') return index === undefined ? 'Brindes' : `Brinde ${Number(index) + 1}`
  if (rows === 'pickup_points')
    return index === undefined ? 'Pontos de retirada' : `Ponto de retirada ${Number(index) + 1}`
  return undefined
}
