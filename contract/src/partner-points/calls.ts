import * as z from 'zod/mini'
import { enteredPasswordSchema } from '../brazil/password.ts'
import { transactionRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import { idCursor } from '../kernel/cursor.ts'
import {
  maxPartnerPoints,
  memberNumberSchema,
  memberProofSchema,
  partnerSlugSchema,
  redemptionStates,
} from './partner.ts'
import {
  amountRefusals,
  differentTransactionRefusal,
  linkRefusals,
  partnerRefusals,
  passwordRefusals,
  quoteExpiredRefusal,
  unavailablePartnerRefusals,
  unknownPartnerRefusal,
  unlinkRefusals,
} from './refusals.ts'

const pointsSchema = z
  .int({ error: 'Informe os pontos: um número inteiro.' })
  .check(
    z.positive('Informe um número maior que zero'),
    z.maximum(maxPartnerPoints, 'O número é grande demais'),
  )

/** A partner as a customer sees it. */
const partnerSchema = z.object({
  partner: z.string(),
  name: z.string(),
  /** What the partner calls the proof, such as 'Código de vínculo do app'. */
  proof_label: z.string(),
  /** False while staff have switched the partner off. */
  is_on: z.boolean(),
  /** The version and text of the consent that linking requires. */
  consent: z.object({ version: z.string(), text: z.string() }),
  /** The person's linked account; null without one. */
  link: z.nullable(
    z.object({
      /** The last four characters of the member's number. */
      member_end: z.string(),
      linked_at: z.string(),
    }),
  ),
  /** Active campaigns with the partner. */
  campaigns: z.array(
    z.object({
      campaign_id: z.string(),
      slug: z.string(),
      title: z.string(),
      minimum: z.int(),
      maximum: z.int(),
      step: z.int(),
      /** Redemptions per club day; null for no limit. */
      limit_per_day: z.nullable(z.int()),
      /** Redemptions that the person can still make today; null for no limit. */
      left_today: z.nullable(z.int()),
    }),
  ),
})
export type Partner = z.infer<typeof partnerSchema>

/** All partners, with the person's linked accounts. */
export const listPartnersCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/partners',
  summary: 'Programas parceiros e as contas que a pessoa vinculou.',
  data: z.array(partnerSchema),
  refusals: {},
  session: 'customer',
})

/**
 * Links an account of the partner, which confirms that it belongs to the person's document. A repeat with the linked number
 * changes nothing.
 */
export const linkPartnerCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/partners/link',
  summary: 'Vincula a conta de um programa parceiro.',
  body: z.object({
    partner: partnerSlugSchema,
    member_number: memberNumberSchema,
    proof: memberProofSchema,
    /** The version of the consent that the person accepted. */
    consent_version: z.string().check(z.maxLength(20)),
  }),
  data: partnerSchema,
  refusals: { ...unknownPartnerRefusal, ...unavailablePartnerRefusals, ...linkRefusals },
  session: 'customer',
})

/** Removes the link and its consent. A repeat changes nothing. */
export const unlinkPartnerCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/partners/unlink',
  summary: 'Desvincula a conta de um programa parceiro.',
  body: z.object({ partner: partnerSlugSchema }),
  data: partnerSchema,
  refusals: { ...unknownPartnerRefusal, ...unlinkRefusals },
  session: 'customer',
})

/** Asks the partner for a quote, valid for five minutes at most. A new quote replaces the person's earlier one. */
export const quotePartnerPointsCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/partners/quote',
  summary: 'Cota quantos pontos do clube valem os pontos do parceiro.',
  body: z.object({ campaign_id: z.uuid(), points: pointsSchema }),
  data: z.object({
    quote_id: z.string(),
    /** Points of the partner. */
    partner_points: z.int(),
    /** Points of the club that they give. */
    club_points: z.int(),
    /** The person's balance at the partner. */
    partner_balance: z.int(),
    expires_at: z.string(),
    /** Whether redeeming it requires the password again. */
    needs_password: z.boolean(),
  }),
  refusals: {
    ...unknownPartnerRefusal,
    ...unavailablePartnerRefusals,
    ...unknownCampaignRefusal,
    'campaigns.not-started': transactionRefusals['campaigns.not-started'],
    'campaigns.ended': transactionRefusals['campaigns.ended'],
    'campaigns.paused': transactionRefusals['campaigns.paused'],
    'campaigns.exhausted': transactionRefusals['campaigns.exhausted'],
    ...amountRefusals,
    ...partnerRefusals,
  },
  session: 'customer',
})

/** A redemption as its customer sees it. */
export const redemptionSchema = z.object({
  transaction_id: z.string(),
  /** The protocol that the customer can quote. */
  protocol: z.string(),
  partner: z.string(),
  partner_name: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  state: z.enum(redemptionStates),
  partner_points: z.int(),
  club_points: z.int(),
  /** The partner's own number of the debit; null before it. */
  reference: z.nullable(z.string()),
  requested_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Why it failed, or that points were returned, as a sentence; `processingMessage` while it is processed. */
  note: z.nullable(z.string()),
})
export type Redemption = z.infer<typeof redemptionSchema>

/**
 * Spec §7 "Redeem partner points": exchanges the quoted points. `processing`: the partner has not answered yet; the screen
 * polls `readRedemptionCall`, and repeats of this call change nothing.
 */
export const redeemPartnerPointsCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/redeem-:partner-points/:transaction_id',
  summary: 'Resgata pontos de um programa parceiro como pontos do clube.',
  params: z.object({ partner: z.string().check(z.maxLength(40)), transaction_id: z.uuid() }),
  body: z.object({
    /** The participation; the same as in the path. */
    transaction_id: z.optional(z.uuid()),
    campaign_id: z.uuid(),
    /** Points of the partner, as quoted. */
    points: pointsSchema,
    quote_id: z.uuid(),
    /** Required if the quote has `needs_password`. */
    current_password: z.optional(enteredPasswordSchema),
    service_channel: serviceChannelSchema,
  }),
  data: z.object({
    status: z.enum(['completed', 'processing']),
    transaction_id: z.string(),
    protocol: z.string(),
    partner_points: z.int(),
    club_points: z.int(),
  }),
  refusals: {
    ...transactionRefusals,
    ...unknownPartnerRefusal,
    ...unavailablePartnerRefusals,
    ...differentTransactionRefusal,
    ...amountRefusals,
    ...quoteExpiredRefusal,
    ...passwordRefusals,
    ...partnerRefusals,
  },
  session: 'customer',
})

/** One redemption, for polling while it is processed. */
export const readRedemptionCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/partners/redemptions/:transaction_id',
  summary: 'Um resgate da pessoa.',
  params: z.object({ transaction_id: z.uuid() }),
  data: redemptionSchema,
  refusals: { 'campaigns.transaction-unknown': transactionRefusals['campaigns.transaction-unknown'] },
  session: 'customer',
})

/** The customer's redemptions, newest first. */
export const listRedemptionsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/partners/redemptions',
  summary: 'Resgates da pessoa.',
  query: z.object({ cursor: idCursor }),
  data: z.array(redemptionSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})
