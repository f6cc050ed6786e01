import type { ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import { sampleId, sampleNow } from './samples.ts'
import { scratchCampaign, scratchPrizes } from './scratch-card-samples.ts'

const campaignFacts = {
  campaign_id: scratchCampaign.campaign_id,
  campaign_slug: scratchCampaign.slug,
  campaign_title: scratchCampaign.title,
} as const

/** A prize to pick up. */
export const pendingAward: ScratchAward = {
  ...campaignFacts,
  award_id: sampleId(7190),
  transaction_id: sampleId(7290),
  prize: scratchPrizes.service,
  state: 'pending',
  won_at: '2026-11-20T18:30:00.000Z',
  expires_at: scratchPrizes.service.pickup_until,
  delivered_at: null,
  qr_code: 'K7QM2XPD9FHT3ACWZ8RJ5VEY4NU',
  short_code: 'K7QM-2XPD-9FHT',
  needs_signature: false,
  needs_account: false,
}

/** Points, which are delivered at once. */
export const pointsAward: ScratchAward = {
  ...pendingAward,
  award_id: sampleId(7191),
  prize: scratchPrizes.points,
  state: 'delivered',
  expires_at: null,
  delivered_at: sampleNow,
  qr_code: null,
  short_code: null,
}
