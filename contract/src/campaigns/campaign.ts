import * as z from 'zod/mini'
import { requiredSelectMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { containsPersonalData, personalDataMessage } from '../brazil/personal-data.ts'
import { fieldErrorSchema } from '../kernel/envelope.ts'
import { instantSchema } from '../kernel/instant.ts'
import { promotionKinds, type PromotionKindProperties } from '../kernel/promotion-kinds.ts'
import { campaignStates } from './campaign-states.ts'
import { positiveInteger, spendRuleSchema } from './spend-rule.ts'

const requiredText = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, requiredTextMessage),
      z.maxLength(maximum, `Use no máximo ${maximum} caracteres`),
    )

/** Lower-case words with hyphens: the campaign's path under /promocoes. */
export const slugSchema = z.string().check(
  z.maxLength(60, 'Use no máximo 60 caracteres'),
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letras minúsculas, números e hífens'),
  z.refine((slug) => !containsPersonalData(slug), personalDataMessage),
)

const ageMessage = 'Informe uma idade de 1 a 120 anos'

/** Who may take part. */
export const audienceSchema = z.object({
  document_types: z.array(z.enum(['cpf', 'cnpj'])).check(z.minLength(1, requiredSelectMessage)),
  /** Whole years; null when the club's minimum applies. Companies have no age. */
  minimum_age: z.nullable(
    z.int({ error: ageMessage }).check(z.positive(ageMessage), z.maximum(120, ageMessage)),
  ),
})
export type Audience = z.infer<typeof audienceSchema>

/** Legal notice, where the kind requires one. */
export const legalSchema = z.object({
  certificate_number: z.nullable(requiredText(60)),
  /** Issuer of the certificate. */
  authority: z.nullable(requiredText(120)),
  prize_list: z.array(
    z.object({
      title: requiredText(120),
      quantity: positiveInteger,
      /** Unit value, in cents. */
      value_cents: positiveInteger,
    }),
  ),
})
export type CampaignLegal = z.infer<typeof legalSchema>

/** Whether an authority authorized the campaign; if so, it must also authorize every change of the regulation. */
export const isAuthorized = (
  {
    legal: { certificate_number },
    certificate_waiver,
  }: { readonly legal: CampaignLegal; readonly certificate_waiver: string | null },
  { needs_certificate }: PromotionKindProperties,
): boolean => certificate_number !== null || (needs_certificate && certificate_waiver === null)

/** The part of a campaign that staff edit while it is a draft. */
export const campaignPlanFields = {
  title: requiredText(120),
  summary: requiredText(300),
  /** Plain text; an empty line starts a paragraph. */
  description: requiredText(4000),
  starts_at: instantSchema,
  /** Exclusive end of the period. */
  ends_at: instantSchema,
  /** Deadline for collecting prizes; null when the kind has none. */
  redeem_until: z.nullable(instantSchema),
  audience: audienceSchema,
  spend_rule: z.nullable(spendRuleSchema),
  /** Total units; null when the kind counts them separately or has no limit. */
  stock_total: z.nullable(positiveInteger),
  /** Maximum participations per person; null for no limit. */
  limit_per_customer: z.nullable(positiveInteger),
  legal: legalSchema,
  /** Version of the consent document `promotion_regulation` whose scope is the slug. */
  regulation_version: z.nullable(requiredText(40)),
  /** The same for `promotion_terms`. */
  terms_version: z.nullable(requiredText(40)),
  /** Settings of the kind, parsed by its module. */
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
  /** According to the server's clock. */
  state: z.enum(campaignStates),
  starts_at: z.string(),
  /** The planned end, or the actual one if earlier. */
  ends_at: z.string(),
  stock: stockSchema,
})
export type CampaignCard = z.infer<typeof campaignCardSchema>

/** Whether the signed-in person is eligible now, and if not, all reasons. */
export const eligibilitySchema = z.object({
  eligible: z.boolean(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })),
})

/** One campaign as customers and anonymous visitors see it. */
export const campaignPageSchema = z.extend(campaignCardSchema, {
  description: z.string(),
  redeem_until: z.nullable(z.string()),
  audience: audienceSchema,
  spend_rule: z.nullable(spendRuleSchema),
  limit_per_customer: z.nullable(z.int()),
  legal: legalSchema,
  regulation_version: z.nullable(z.string()),
  terms_version: z.nullable(z.string()),
  /** Null for anonymous visitors. */
  eligibility: z.nullable(eligibilitySchema),
})
export type CampaignPage = z.infer<typeof campaignPageSchema>

/** One campaign as staff see it. */
export const staffCampaignSchema = z.extend(campaignCardSchema, {
  ...campaignPlanFields,
  /** When it was ended, by staff or because its stock ran out; null if it ends as planned. */
  ended_at: z._default(z.nullable(z.string()), null),
  updated_at: z.string(),
  /** Incremented by every change of the plan; an approval contains the one that was read. */
  revision: z.int(),
  /** Ids of the staff members who edited it; they may not approve it. */
  edited_by: z.array(z.string()),
  /** Their names, in the same order. */
  authors: z.array(z.string()),
  /** Why the approver returned it. */
  review_note: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  /** Whether approving it means deciding that it needs no certificate, with a reason; false once it is approved. */
  can_waive_certificate: z._default(z.boolean(), false),
  /** Why its approver decided that it needs no certificate; null if it has one or its kind needs none. */
  certificate_waiver: z._default(z.nullable(z.string()), null),
  /** Whether the approver returned the latest change of its regulation, while it is running. */
  has_returned_change: z._default(z.boolean(), false),
  /** Validation errors that prevent approval, by field of the plan; empty once it is approved. */
  missing: z.array(fieldErrorSchema),
  /** Recommendations of the kind before approval; empty once it is approved. */
  warnings: z.array(z.string()),
  /** Whether the kind is implemented; otherwise the campaign cannot be approved. */
  is_kind_built: z.boolean(),
})
export type StaffCampaign = z.infer<typeof staffCampaignSchema>
