import type { CampaignDeps, Promotions } from '../modules/campaigns/index.ts'
import { receiptClaims } from '../modules/receipts/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Dependencies of campaigns: the promotion kinds, and receipts as purchases. */
export const campaignDepsOf = (
  { db, clock, time_zone, audit }: Infrastructure,
  promotions: Promotions,
): CampaignDeps => ({
  db,
  clock,
  time_zone,
  audit,
  promotions,
  purchases: receiptClaims,
})
