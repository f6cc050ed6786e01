import * as z from 'zod/mini'

/** A whole number above zero that fits in a column. */
export const positiveInteger = z
  .int({ error: 'Informe um número inteiro' })
  .check(z.positive('Informe um número maior que zero'), z.maximum(2_147_483_647, 'O número é grande demais'))

/** Days of the week as `Date` numbers them: 0 is Sunday. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

const multiplierSchema = z
  .object({
    /** 150 counts a receipt one and a half times. */
    percent: z
      .int({ error: 'Informe um número inteiro' })
      .check(
        z.minimum(101, 'Informe mais de 100 por cento'),
        z.maximum(1_000, 'Informe no máximo 1.000 por cento'),
      ),
    /** Days of purchase; empty for every day. */
    weekdays: z.array(z.literal(weekdays)).check(z.maxLength(7)),
    /** Empty for every participating shop. */
    shop_ids: z.array(z.uuid()).check(z.maxLength(200, 'Escolha no máximo 200 lojas')),
  })
  .check(
    z.refine(({ weekdays: days, shop_ids }) => days.length > 0 || shop_ids.length > 0, {
      error: 'Escolha os dias ou as lojas',
      path: ['weekdays'],
    }),
  )
export type Multiplier = z.infer<typeof multiplierSchema>

/** What receipts are worth in a campaign: `participations` for every `every_cents`. Old drafts have only these two. */
export const spendRuleSchema = z.object({
  every_cents: positiveInteger,
  participations: positiveInteger,
  /** Whether receipts add up; otherwise each one counts individually. */
  accumulate: z._default(z.boolean(), true),
  /** Whether the remainder of the used receipts counts toward the next use (`carry`) or is lost. */
  residual: z._default(z.enum(['carry', 'lost']), 'carry'),
  /** Only the highest multiplier that matches a receipt applies. */
  multipliers: z._default(z.array(multiplierSchema).check(z.maxLength(10, 'Use no máximo 10 regras')), []),
  /** Maximum uses per person and club day; null for no limit. */
  limit_per_day: z._default(z.nullable(positiveInteger), null),
  /** Whether a receipt used here cannot be used in another campaign, nor one used in another campaign here. */
  exclusive: z._default(z.boolean(), false),
})
export type SpendRule = z.infer<typeof spendRuleSchema>

/** Parses a stored rule, which may predate some of the fields. */
export const spendRuleOf = (stored: unknown): SpendRule => z.parse(spendRuleSchema, stored)

/** What a receipt is worth: its amount after the highest multiplier that applies, rounded down to a cent. */
export const creditCents = (
  { multipliers }: Pick<SpendRule, 'multipliers'>,
  receipt: { amount_cents: number; issued_on: string; shop_id: string },
): number => {
  const weekday = new Date(`${receipt.issued_on}T12:00:00Z`).getUTCDay()
  const percents = multipliers
    .filter((each) => each.weekdays.length === 0 || each.weekdays.some((day) => day === weekday))
    .filter(({ shop_ids }) => shop_ids.length === 0 || shop_ids.includes(receipt.shop_id))
    .map(({ percent }) => percent)
  return Math.floor((receipt.amount_cents * Math.max(100, ...percents)) / 100)
}

/** Unused credit of one receipt, in cents. */
export type ReceiptCredit = { readonly purchase_id: string; readonly cents: number }

/** The uses that the unused credit allows, and what is left toward the next one. */
const countUses = (
  { accumulate, every_cents, residual }: SpendRule,
  credits: readonly ReceiptCredit[],
): { uses: number; reached_cents: number } => {
  let uses = 0
  let reached_cents = 0
  for (const { cents } of credits) {
    const total = reached_cents + cents
    uses += Math.floor(total / every_cents)
    if (total < every_cents) reached_cents = accumulate ? total : 0
    else reached_cents = accumulate && residual === 'carry' ? total % every_cents : 0
  }
  return { uses, reached_cents }
}

/** How many uses the unused credit allows. */
export const usesOf = (rule: SpendRule, credits: readonly ReceiptCredit[]): number =>
  countUses(rule, credits).uses

/**
 * Progress of the unused credit toward the next use, after the uses that it already allows. Where each receipt counts
 * individually, there is no progress: the whole amount is missing.
 */
export const progressToNextUse = (
  rule: SpendRule,
  credits: readonly ReceiptCredit[],
): { reached_cents: number; missing_cents: number } => {
  const { reached_cents } = countUses(rule, credits)
  return { reached_cents, missing_cents: rule.every_cents - reached_cents }
}

/** The part of a receipt that a use consumes, and the part that is lost with it. */
export type Allocation = {
  readonly purchase_id: string
  readonly amount_cents: number
  readonly lost_cents: number
}

/**
 * Allocates credit to one use, from the receipts in the given order.
 * @returns null when the credit is insufficient
 */
export const allocateUse = (rule: SpendRule, credits: readonly ReceiptCredit[]): Allocation[] | null => {
  const { every_cents, accumulate, residual } = rule
  if (usesOf(rule, credits) === 0) return null
  const allocations: Allocation[] = []
  let missing = every_cents
  for (const { purchase_id, cents } of accumulate
    ? credits
    : credits.filter(({ cents }) => cents >= every_cents)) {
    if (missing === 0) break
    if (cents === 0) continue
    const amount_cents = Math.min(cents, missing)
    missing -= amount_cents
    const left = cents - amount_cents
    // Credit for further whole uses is not a remainder.
    allocations.push({ purchase_id, amount_cents, lost_cents: residual === 'lost' ? left % every_cents : 0 })
  }
  return allocations
}
