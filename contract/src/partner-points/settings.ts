import * as z from 'zod/mini'
import { positiveInteger } from '../campaigns/spend-rule.ts'
import type { FieldError } from '../kernel/envelope.ts'
import { maxPartnerPoints, partnerSlugSchema } from './partner.ts'

const tooManyMessage = 'Informe até 10.000.000 de pontos'
const partnerPoints = positiveInteger.check(z.maximum(maxPartnerPoints, tooManyMessage))

/** Settings of a campaign: a partner and how many of its points one redemption exchanges. */
export const partnerPointsSettings = z.strictObject({
  /** The partner's name in paths. */
  partner: partnerSlugSchema,
  minimum: partnerPoints,
  maximum: partnerPoints,
  /** Allowed numbers are `minimum`, `minimum + step`, … up to `maximum`. */
  step: partnerPoints,
  /** Redemptions per person and club day, including those in processing; null for no limit. */
  limit_per_day: z.nullable(positiveInteger),
  /** From this number of the club's points on, the person confirms with the password again; null for never. */
  password_from_points: z.nullable(positiveInteger),
})
export type PartnerPointsSettings = z.infer<typeof partnerPointsSettings>

/** Validation errors across the settings. */
export const partnerPointsSettingsErrors = ({
  minimum,
  maximum,
  step,
}: PartnerPointsSettings): FieldError[] => {
  if (maximum < minimum) return [{ path: 'maximum', message: 'O máximo não pode ser menor do que o mínimo.' }]
  return (maximum - minimum) % step === 0
    ? []
    : [{ path: 'step', message: 'Do mínimo, de intervalo em intervalo, é preciso chegar ao máximo.' }]
}
