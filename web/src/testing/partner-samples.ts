import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type {
  Partner,
  quotePartnerPointsCall,
  redeemPartnerPointsCall,
  Redemption,
} from '@clube/contract/partner-points/calls.ts'
import {
  partnerConsentText,
  partnerConsentVersion,
  processingMessage,
} from '@clube/contract/partner-points/partner.ts'
import { sampleId, sampleNow, samples } from './samples.ts'

/** A promotion that exchanges points of a partner. */
export const partnerCampaign: CampaignPage = {
  ...samples.campaign,
  campaign_id: sampleId(1700),
  cd_identificador: 44,
  slug: 'pontos-que-viram-passeio',
  kind: 'partner_points',
  title: 'Pontos que viram passeio',
  summary: 'Troque pontos do Asa Fidelidade por pontos do clube, na hora.',
  description: 'Vincule a sua conta Asa Fidelidade uma vez e troque quando quiser.',
}

const offer: Partner['campaigns'][number] = {
  campaign_id: partnerCampaign.campaign_id,
  slug: partnerCampaign.slug,
  title: partnerCampaign.title,
  minimum: 500,
  maximum: 10_000,
  step: 100,
  limit_per_day: 3,
  left_today: 3,
}

/** A partner whose account the person has not linked. */
export const unlinkedPartner: Partner = {
  partner: 'asa-fidelidade',
  name: 'Asa Fidelidade',
  proof_label: 'Código de vínculo do aplicativo',
  is_on: true,
  consent: { version: partnerConsentVersion, text: partnerConsentText('Asa Fidelidade') },
  link: null,
  campaigns: [offer],
}

export const linkedPartner: Partner = {
  ...unlinkedPartner,
  link: { member_end: '4821', linked_at: '2026-11-10T14:00:00.000Z' },
}

/** The same partner with changed rules of its promotion. */
export const partnerWith = (changes: Partial<Partner['campaigns'][number]>): Partner => ({
  ...linkedPartner,
  campaigns: [{ ...offer, ...changes }],
})

/** A partner without a promotion, and one that staff have switched off. */
export const otherPartners: readonly Partner[] = [
  {
    ...unlinkedPartner,
    partner: 'posto-legal',
    name: 'Posto Legal',
    consent: { version: partnerConsentVersion, text: partnerConsentText('Posto Legal') },
    campaigns: [],
  },
  {
    ...linkedPartner,
    partner: 'mercado-da-vila',
    name: 'Mercado da Vila',
    consent: { version: partnerConsentVersion, text: partnerConsentText('Mercado da Vila') },
    is_on: false,
  },
]

/** A quote that is valid for five minutes from `sampleNow`. */
export const partnerQuote: DataOf<typeof quotePartnerPointsCall> = {
  quote_id: sampleId(1710),
  partner_points: 2_000,
  club_points: 1_000,
  partner_balance: 12_340,
  expires_at: '2026-11-21T15:05:00.000Z',
  needs_password: false,
}

/** A quote above the value from which the password is asked for again. */
export const largeQuote: typeof partnerQuote = {
  ...partnerQuote,
  partner_points: 10_000,
  club_points: 5_000,
  needs_password: true,
}

const { transaction_id, protocol } = samples.participation

export const processingRedemption: Redemption = {
  transaction_id,
  protocol,
  partner: unlinkedPartner.partner,
  partner_name: unlinkedPartner.name,
  campaign_slug: partnerCampaign.slug,
  campaign_title: partnerCampaign.title,
  state: 'processing',
  partner_points: 2_000,
  club_points: 1_000,
  reference: null,
  requested_at: sampleNow,
  finished_at: null,
  note: processingMessage,
}

export const completedRedemption: Redemption = {
  ...processingRedemption,
  state: 'completed',
  reference: 'ASA-90817264',
  finished_at: '2026-11-21T15:00:04.000Z',
  note: null,
}

/** The partner refused the debit. */
export const failedRedemption: Redemption = {
  ...processingRedemption,
  state: 'failed',
  finished_at: '2026-11-21T15:00:04.000Z',
  note: 'Saldo insuficiente no Asa Fidelidade.',
}

export const refundedRedemption: Redemption = {
  ...completedRedemption,
  state: 'refunded',
  note: 'Os pontos foram devolvidos ao Asa Fidelidade e saíram do seu saldo no clube.',
}

/** Redemptions in every state, newest first. */
export const redemptions: readonly Redemption[] = [
  processingRedemption,
  { ...completedRedemption, transaction_id: sampleId(1721), requested_at: '2026-11-20T18:10:00.000Z' },
  { ...failedRedemption, transaction_id: sampleId(1722), requested_at: '2026-11-18T21:42:00.000Z' },
  { ...refundedRedemption, transaction_id: sampleId(1723), requested_at: '2026-10-02T13:05:00.000Z' },
]

/** The response to a redemption that the partner confirmed at once, or has not answered yet. */
export const redeemed = (
  status: DataOf<typeof redeemPartnerPointsCall>['status'],
): DataOf<typeof redeemPartnerPointsCall> => ({
  status,
  transaction_id,
  protocol,
  partner_points: 2_000,
  club_points: 1_000,
})
