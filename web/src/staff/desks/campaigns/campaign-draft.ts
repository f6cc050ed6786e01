import * as z from 'zod/mini'
import type { CampaignValues } from './campaign-values.ts'

/** More rows are not restored, because the form renders every row. */
const maxPrizes = 200
const maxMultipliers = 10
const text = z.string().check(z.maxLength(10_000))
const path = z.string().check(z.regex(/^[a-z_]+(\.[a-z0-9_]+)*$/))

/** The changed fields of a campaign's plan, as stored in the browser. */
export const campaignDraftSchema = z.pipe(
  z.record(path, z.unknown()),
  z.catchall(
    z.object({
      'audience.document_types': z.optional(z.array(z.enum(['cpf', 'cnpj']))),
      'legal.prize_list': z.optional(z.int().check(z.minimum(0), z.maximum(maxPrizes))),
      'spend_rule.multipliers': z.optional(z.int().check(z.minimum(0), z.maximum(maxMultipliers))),
    }),
    text,
  ),
) as unknown as z.ZodMiniType<Partial<CampaignValues>>
