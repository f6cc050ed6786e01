import type {
  ScratchCardSettings,
  ScratchPrize,
  scratchSources,
} from '@clube/contract/scratch-card/settings.ts'
import { centsOf, formatCents } from '../../../parts/money.ts'

/** The server accepts no more prizes. */
export const maxPrizes = 30

/** Fields of a prize, by the paths that the server uses. */
const prizeParts = [
  'kind',
  'title',
  'quantity',
  'value_cents',
  'points',
  'pickup_place',
  'pickup_days',
] as const
type PrizePart = (typeof prizeParts)[number]
/** The form values of a prize; a prize of points has no pickup, any other kind has no points. */
export type PrizeTexts = Readonly<Record<PrizePart, string>>

type PrizeField = `prizes.${number}.${PrizePart}`
/** `prizes` holds the number of prizes; the fields of each are separate. */
export type SettingsName =
  | 'cards'
  | 'prizes'
  | 'earned_by'
  | 'limit_per_day'
  | 'signature_from_cents'
  | 'account_from_cents'
  | PrizeField
export type SettingsTexts = Readonly<Partial<Record<SettingsName, string>>>

/** Every field that a prize can have, for their validation. */
export const rowFields: readonly PrizeField[] = Array.from({ length: maxPrizes }, (_row, index) =>
  prizeParts.map((part): PrizeField => `prizes.${index}.${part}`),
).flat()

/** The prizes in the form's values. */
export const prizesOf = (textOf: (field: SettingsName) => string | undefined): PrizeTexts[] =>
  Array.from(
    { length: Math.min(Number(textOf('prizes') ?? 0) || 0, maxPrizes) },
    (_row, index) =>
      Object.fromEntries(
        prizeParts.map((part) => [part, textOf(`prizes.${index}.${part}`) ?? '']),
      ) as PrizeTexts,
  )

/** Prizes as form values. */
export const prizeTexts = (prizes: readonly PrizeTexts[]): SettingsTexts => ({
  prizes: String(prizes.length),
  ...Object.fromEntries(
    prizes.flatMap((prize, index) =>
      Object.entries(prize).map(([part, text]) => [`prizes.${index}.${part}`, text]),
    ),
  ),
})

export const newPrize = (): PrizeTexts => ({
  kind: 'goods',
  title: '',
  quantity: '',
  value_cents: '',
  points: '',
  pickup_place: '',
  pickup_days: '30',
})

const textsOfPrize = (prize: ScratchPrize): PrizeTexts => ({
  ...newPrize(),
  kind: prize.kind,
  title: prize.title,
  quantity: String(prize.quantity),
  value_cents: formatCents(prize.value_cents),
  ...(prize.kind === 'points'
    ? { points: String(prize.points) }
    : { pickup_place: prize.pickup_place, pickup_days: String(prize.pickup_days) }),
})

type Source = (typeof scratchSources)[number]

/** Several choices joined in one string. */
export const sourcesOf = (text: string): Source[] =>
  text.split(',').filter((source): source is Source => source !== '')
export const sourcesText = (sources: readonly Source[]): string => sources.join(',')

/** Settings as form values; a new campaign begins without prizes. */
export const settingsTexts = (settings: ScratchCardSettings | null): Readonly<Record<SettingsName, string>> =>
  ({
    ...prizeTexts(settings?.prizes.map(textsOfPrize) ?? []),
    cards: String(settings?.cards ?? ''),
    earned_by: sourcesText(settings?.earned_by ?? ['paper']),
    limit_per_day: String(settings?.limit_per_day ?? ''),
    signature_from_cents: amountText(settings?.signature_from_cents ?? null),
    account_from_cents: amountText(settings?.account_from_cents ?? null),
  }) as Readonly<Record<SettingsName, string>>

const amountText = (cents: number | null): string => (cents === null ? '' : formatCents(cents))
const amountOf = (text: string | undefined): number | null => centsOf(text ?? '') || null
const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

/** The settings from the form's values, not yet validated. */
export const settingsFrom = (texts: SettingsTexts): Record<keyof ScratchCardSettings, unknown> => ({
  cards: numberOf(texts.cards ?? ''),
  prizes: prizesOf((field) => texts[field]).map(
    ({ quantity, value_cents, points, pickup_place, pickup_days, ...prize }) => ({
      ...prize,
      quantity: numberOf(quantity),
      value_cents: centsOf(value_cents),
      ...(prize.kind === 'points'
        ? { points: numberOf(points) }
        : { pickup_place, pickup_days: numberOf(pickup_days) }),
    }),
  ),
  earned_by: sourcesOf(texts.earned_by ?? ''),
  limit_per_day: texts.limit_per_day ? Number(texts.limit_per_day) : null,
  signature_from_cents: amountOf(texts.signature_from_cents),
  account_from_cents: amountOf(texts.account_from_cents),
})

/** The units of all prizes; rows without a number count as zero. */
export const countWinning = (prizes: readonly Pick<PrizeTexts, 'quantity'>[]): number =>
  prizes.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)

/** The name of a field in lists of errors; undefined for other fields. */
export function settingsTitle(name: string): string | undefined {
  const [field = '', index] = name.split('.')
  if (field === 'prizes')
    return index === undefined ? 'Prêmios do baralho' : `Prêmio do baralho ${Number(index) + 1}`
  return fieldTitles[field as keyof typeof fieldTitles]
}

/** Labels of the fields that are not in rows. */
export const fieldTitles = {
  cards: 'Cartões no baralho',
  earned_by: 'Como se ganha uma raspadinha',
  limit_per_day: 'Raspadinhas por pessoa e dia',
  signature_from_cents: 'Assinatura na entrega a partir de',
  account_from_cents: 'Conta com senha a partir de',
} as const
