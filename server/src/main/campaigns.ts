import type { CampaignDeps, Promotions } from '../modules/campaigns/index.ts'
import { receiptClaims } from '../modules/receipts/index.ts'
import type { MessagingDeps } from '../modules/messaging/index.ts'
import { findMembers } from '../modules/staff/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createActivityNotifier } from './notify-customer.ts'

/** Dependencies of campaigns: the promotion kinds, and receipts as purchases. */
export const campaignDepsOf = (
  { db, clock, time_zone, audit }: Infrastructure,
  promotions: Promotions,
  messaging: MessagingDeps,
): CampaignDeps => ({
  db,
  clock,
  time_zone,
  audit,
  promotions,
  purchases: receiptClaims,
  notifyOfActivity: createActivityNotifier(messaging),
  namesOfStaff: findMembers,
})
