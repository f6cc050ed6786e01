import * as z from 'zod/mini'
import { requiredSelectMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { holdsPersonalData, personalDataMessage } from '../brazil/personal-data.ts'
import { fieldErrorSchema } from '../kernel/envelope.ts'
import { instantSchema } from '../kernel/instant.ts'
import { promotionKinds } from '../kernel/promotion-kinds.ts'
import { campaignStates } from './campaign-states.ts'

const requiredText = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, requiredTextMessage),
      z.maxLength(maximum, `Use no máximo ${maximum} caracteres`),
    )

const positiveInteger = z
  .int({ error: 'Informe um número inteiro' })
  .check(z.positive('Informe um número maior que zero'), z.maximum(2_147_483_647, 'O número é grande demais'))

/** Lower-case words with hyphens: the campaign's address under /promocoes. */
export const slugSchema = z.string().check(
  z.maxLength(60, 'Use no máximo 60 caracteres'),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letras minúsculas, números e hífens'),
  z.refine((slug) => !holdsPersonalData(slug), personalDataMessage),
)

const ageMessage = 'Informe uma idade de 1 a 120 anos'

/** Who may take part. */
export const audienceSchema = z.object({
  document_types: z.array(z.enum(['cpf', 'cnpj'])).check(z.minLength(1, requiredSelectMessage)),
  /** Whole years; null where the club's own minimum is enough. Companies have no age. */
  minimum_age: z.nullable(
    z.int({ error: ageMessage }).check(z.positive(ageMessage), z.maximum(120, ageMessage)),
  ),
})
export type Audience = z.infer<typeof audienceSchema>

/** What receipts are worth: so many participations per so many cents. */
export const spendRuleSchema = z.object({ every_cents: positiveInteger, participations: positiveInteger })
export type SpendRule = z.infer<typeof spendRuleSchema>

/** What the law asks to be shown, where the kind needs it. */
export const legalSchema = z.object({
  certificate_number: z.nullable(requiredText(60)),
  /** Who issued the certificate. */
  authority: z.nullable(requiredText(120)),
  prize_list: z.array(
    z.object({
      title: requiredText(120),
      quantity: positiveInteger,
      /** Value of one, in cents. */
      value_cents: positiveInteger,
    }),
  ),
})
export type CampaignLegal = z.infer<typeof legalSchema>

/** What staff decide of a campaign and may change while it is a draft. */
export const campaignPlanFields = {
  title: requiredText(120),
  summary: requiredText(300),
  /** Plain text; an empty line begins a paragraph. */
  description: requiredText(4000),
  starts_at: instantSchema,
  /** The first instant that is no longer part of it. */
  ends_at: instantSchema,
  /** Until when what was won may be fetched; null where that ends with nothing or by itself. */
  redeem_until: z.nullable(instantSchema),
  audience: audienceSchema,
  spend_rule: z.nullable(spendRuleSchema),
  /** Units there are in all; null where the kind counts its own or there is no end. */
  stock_total: z.nullable(positiveInteger),
  /** Participations per person; null for any number. */
  limit_per_customer: z.nullable(positiveInteger),
  legal: legalSchema,
  /** Version of the consent document `promotion_regulation` whose scope is the slug. */
  regulation_version: z.nullable(requiredText(40)),
  /** The same for `promotion_terms`. */
  terms_version: z.nullable(requiredText(40)),
  /** What only the kind understands; its module parses it. */
  settings: z.record(z.string(), z.unknown()),
}

const stockSchema = z.nullable(z.object({ total: z.int(), remaining: z.int() }))

/** A campaign in a list. */
export const campaignCardSchema = z.object({
  campaign_id: z.string(),
  /** Short public number (spec §3 `cd_identificador`). */
  cd_identificador: z.int(),
  slug: z.string(),
  kind: z.enum(promotionKinds),
  title: z.string(),
  summary: z.string(),
  /** By the server's clock. */
  state: z.enum(campaignStates),
  starts_at: z.string(),
  ends_at: z.string(),
  stock: stockSchema,
})
export type CampaignCard = z.infer<typeof campaignCardSchema>

/** Whether the signed-in person may take part now, and every reason against it in words. */
export const eligibilitySchema = z.object({
  eligible: z.boolean(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })),
})

/** One campaign as shoppers read it. */
export const campaignPageSchema = z.extend(campaignCardSchema, {
  description: z.string(),
  redeem_until: z.nullable(z.string()),
  audience: audienceSchema,
  spend_rule: z.nullable(spendRuleSchema),
  limit_per_customer: z.nullable(z.int()),
  legal: legalSchema,
  regulation_version: z.nullable(z.string()),
  terms_version: z.nullable(z.string()),
  /** Null while nobody is signed in. */
  eligibility: z.nullable(eligibilitySchema),
})
export type CampaignPage = z.infer<typeof campaignPageSchema>

/** One campaign as staff see it. */
export const staffCampaignSchema = z.extend(campaignCardSchema, {
  ...campaignPlanFields,
  updated_at: z.string(),
  /** Ids of the staff who wrote it; none of them may approve it. */
  edited_by: z.array(z.string()),
  /** Why the second person sent it back. */
  review_note: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  /** What still speaks against its signature, under the plan's own field names; empty once it is signed. */
  missing: z.array(fieldErrorSchema),
  /** Whether the kind can be served at all: without it nobody can approve the campaign. */
  is_kind_built: z.boolean(),
})
export type StaffCampaign = z.infer<typeof staffCampaignSchema>
