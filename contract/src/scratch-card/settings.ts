import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { positiveInteger, type SpendRule } from '../campaigns/spend-rule.ts'
import type { FieldError } from '../kernel/envelope.ts'

/** The law permits these promotions to adults only. */
export const minimumScratchAge = 18

const daysMessage = 'Informe de 1 a 180 dias'
const cardsMessage = 'Informe de 1 a 100.000 cartões'
const prizesMessage = 'Cadastre de 1 a 30 prêmios'
const quantityMessage = 'Informe de 1 a 100.000'

/** A deck is prepared and sealed within one request, and verified in one step of a proof; larger ones would need jobs. */
const maxCards = 100_000

/** The title is a line of the sealed deck. */
const titleSchema = quotedText(80).check(
  z.refine((title) => !/\p{Cc}/u.test(title), 'Use uma linha só, sem caracteres especiais'),
)

const everyPrize = {
  title: titleSchema,
  quantity: z
    .int({ error: quantityMessage })
    .check(z.minimum(1, quantityMessage), z.maximum(maxCards, quantityMessage)),
  value_cents: positiveInteger,
} as const

const pickup = {
  pickup_place: quotedText(160),
  /** Days after the draw in which the prize can be picked up. */
  pickup_days: z.int({ error: daysMessage }).check(z.minimum(1, daysMessage), z.maximum(180, daysMessage)),
} as const

/** A prize; none can be exchanged for money. */
const scratchPrizeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('goods'), ...everyPrize, ...pickup }),
  z.strictObject({ kind: z.literal('service'), ...everyPrize, ...pickup }),
  /** A prepaid card, such as the gift card of a shop. */
  z.strictObject({ kind: z.literal('card'), ...everyPrize, ...pickup }),
  z.strictObject({ kind: z.literal('points'), ...everyPrize, points: positiveInteger }),
])
export type ScratchPrize = z.infer<typeof scratchPrizeSchema>

export const scratchPrizeKinds = [
  'goods',
  'service',
  'card',
  'points',
] as const satisfies readonly ScratchPrize['kind'][]

/** Names of the kinds on screen. */
export const scratchPrizeKindTitles = {
  goods: 'Produto',
  service: 'Serviço',
  card: 'Cartão-presente',
  points: 'Pontos',
} as const satisfies Record<ScratchPrize['kind'], string>

/** How cards are earned: printed codes, receipts of the campaign, or given at the desk. */
export const scratchSources = ['paper', 'receipts', 'desk'] as const

/** Settings of a campaign; the deck is built from them once the campaign is approved. */
export const scratchCardSettings = z.strictObject({
  cards: z.int({ error: cardsMessage }).check(z.minimum(1, cardsMessage), z.maximum(maxCards, cardsMessage)),
  /** The order is that of the sealed deck. */
  prizes: z
    .array(scratchPrizeSchema, { error: prizesMessage })
    .check(z.minLength(1, prizesMessage), z.maxLength(30, prizesMessage)),
  earned_by: z
    .array(z.enum(scratchSources), { error: 'Escolha como as raspadinhas são ganhas' })
    .check(z.minLength(1, 'Escolha como as raspadinhas são ganhas'), z.maxLength(scratchSources.length)),
  /** Draws per person and club day; null for no limit. */
  limit_per_day: z.nullable(positiveInteger),
  /** Prizes of at least this value, in cents, are delivered with a signature; null for none. Older campaigns have none. */
  signature_from_cents: z._default(z.nullable(positiveInteger), null),
  /**
   * Prizes of at least this value, in cents, are delivered only to people whose account has a password; null for none.
   * Older campaigns have none.
   */
  account_from_cents: z._default(z.nullable(positiveInteger), null),
})
export type ScratchCardSettings = z.infer<typeof scratchCardSettings>

/** Validation errors across the settings and the campaign's audience and spend rule. */
export const scratchCardSettingsErrors = (
  { cards, prizes, earned_by }: ScratchCardSettings,
  {
    spend_rule,
    audience,
  }: {
    readonly spend_rule: SpendRule | null
    readonly audience: { readonly document_types: readonly string[]; readonly minimum_age: number | null }
  },
): FieldError[] => {
  const errors: FieldError[] = []
  const add = (path: string, message: string) => errors.push({ path, message })
  const winning = prizes.reduce((sum, { quantity }) => sum + quantity, 0)
  if (winning > cards) add('cards', 'Há mais prêmios do que cartões.')
  const titles = prizes.map(({ title }) => title.toLowerCase())
  titles.forEach((title, index) => {
    if (titles.indexOf(title) < index) add(`prizes.${index}.title`, 'Já existe um prêmio com este nome.')
  })
  if (new Set(earned_by).size < earned_by.length) add('earned_by', 'Há uma forma de ganhar repetida.')
  if (earned_by.includes('receipts') && spend_rule === null)
    add('earned_by', 'Informe quanto em notas vale uma raspadinha.')
  if (!earned_by.includes('receipts') && spend_rule !== null)
    add('earned_by', 'Nenhuma raspadinha é ganha com notas. Deixe o valor em notas vazio.')
  if (spend_rule !== null && spend_rule.participations !== 1)
    add('earned_by', 'Nesta promoção, cada valor em notas dá 1 participação, que vale 1 raspadinha.')
  if (
    audience.document_types.some((type) => type !== 'cpf') ||
    (audience.minimum_age ?? 0) < minimumScratchAge
  )
    add(
      'prizes',
      'Raspadinhas são só para pessoas com CPF, de 18 anos ou mais. Ajuste o público da promoção.',
    )
  return errors
}
