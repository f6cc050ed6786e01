import * as z from 'zod/mini'

const defaults = { cents_per_point: 100, lifetime_days: 365 }

/** What points are worth and how long they last. */
export const pointsRulesSchema = z._default(
  z.object({
    /** Cents of an approved receipt per point. */
    cents_per_point: z._default(z.int().check(z.positive()), defaults.cents_per_point),
    /** Days until earned points expire. */
    lifetime_days: z._default(z.int().check(z.positive()), defaults.lifetime_days),
  }),
  defaults,
)
export type PointsRules = z.infer<typeof pointsRulesSchema>

/** Points that an amount earns, rounded down. */
export const pointsOf = ({ cents_per_point }: Pick<PointsRules, 'cents_per_point'>, amount_cents: number) =>
  Math.floor(amount_cents / cents_per_point)
