import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { promotionKinds } from '../kernel/promotion-kinds.ts'
import { spendRuleSchema } from './spend-rule.ts'

/** The progress of a person's receipts in one campaign. Amounts are in cents, after the campaign's multipliers. */
export const creditProgressSchema = z.object({
  campaign_id: z.string(),
  /** Older servers do not send it. */
  kind: z.optional(z.enum(promotionKinds)),
  slug: z.string(),
  title: z.string(),
  spend_rule: spendRuleSchema,
  /**
   * Whether the campaign has ended: later receipts do not count, and the credit can be used until its deadline. Older
   * servers do not send it.
   */
  has_ended: z._default(z.boolean(), false),
  /** Participations that the unused receipts already allow, before the limits of the campaign. */
  participations: z.int(),
  /** Credit toward the next use, and the amount still missing. */
  reached_cents: z.int(),
  missing_cents: z.int(),
  /** Credit of reversed receipts that was already used: the credit of later receipts pays it off first. */
  debt_cents: z.int(),
  /** Uses that the campaign still allows today; null for no daily limit. */
  uses_left_today: z.nullable(z.int()),
  /** The receipts that count, newest first. */
  receipts: z.array(
    z.object({
      purchase_id: z.string(),
      credit_cents: z.int(),
      /** Credit that participations used, that was lost as a remainder, or that paid off a debt. */
      used_cents: z.int(),
    }),
  ),
})
export type CreditProgress = z.infer<typeof creditProgressSchema>

/** The person's progress in every campaign with a spend rule whose credit can still be earned or used. */
export const listCreditCall = defineCall({
  method: 'GET',
  path: '/api/marketing/credit',
  summary: 'Quanto as notas da pessoa valem em cada promoção.',
  data: z.array(creditProgressSchema),
  refusals: {},
  session: 'participant',
})
